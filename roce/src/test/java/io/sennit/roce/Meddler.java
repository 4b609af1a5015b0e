// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The network of a fuzzed conversation: does to each packet what the genome says. */
final class Meddler {
  private static final int QUEUE_PAIR_AT = 5;
  private static final int PSN_AT = 9;
  private static final int MOST_BYTES = 8_000;
  private static final long DELAY_NANOS = 20_000;

  private final Genome genome;
  private final List<Copy> seen = new ArrayList<>();

  Meddler(Genome genome) {
    this.genome = genome;
  }

  /** A packet as it arrives, so much later than it was sent. */
  record Delivery(Copy copy, long delayNanos) {}

  /** How many packets were sent. */
  int count() {
    return seen.size();
  }

  /** What arrives of a packet. */
  List<Delivery> carry(Copy sent) {
    int number = seen.size();
    seen.add(sent);
    Copy copy = sent;
    long delayNanos = DELAY_NANOS;
    int times = 1;
    List<Delivery> arrivals = new ArrayList<>();
    for (Meddling each : genome.meddlings()) {
      if (each.packet() == number) {
        switch (each.kind()) {
          case DROP -> times = 0;
          case REPEAT -> times += each.a();
          case DELAY -> delayNanos += each.a() * 1_000L;
          case REPLAY ->
            other(each.a()).forEach(old -> arrivals.add(new Delivery(old, DELAY_NANOS)));
          case REFLECT ->
            reflected(copy).forEach(back -> arrivals.add(new Delivery(back, DELAY_NANOS)));
          default -> copy = changed(copy, each);
        }
      }
    }
    for (int at = 0; at < times; at++) {
      arrivals.addFirst(new Delivery(copy, delayNanos + at));
    }
    return arrivals;
  }

  private List<Copy> other(int number) {
    return number < seen.size() ? List.of(seen.get(number)) : List.of();
  }

  private Copy changed(Copy copy, Meddling how) {
    byte[] bytes = copy.bytes().clone();
    int a = how.a();
    return switch (how.kind()) {
      case FLIP -> copy.with(turned(bytes, a));
      case CUT -> copy.with(Arrays.copyOf(bytes, Math.min(a, bytes.length)));
      case TURN -> Sealing.sealed(turned(bytes, a), copy.ends());
      case OPCODE -> Sealing.sealed(set(bytes, 0, 1, a), copy.ends());
      case SEQUENCE ->
        Sealing.sealed(set(bytes, PSN_AT, 3, get(bytes, PSN_AT, 3) + a), copy.ends());
      case SET -> Sealing.sealed(set(bytes, a, 4, how.b()), copy.ends());
      case ADD -> Sealing.sealed(set(bytes, a, 4, get(bytes, a, 4) + how.b()), copy.ends());
      case RESIZE -> Sealing.sealed(Arrays.copyOf(bytes, Math.min(a, MOST_BYTES)), copy.ends());
      case SPLICE -> other(a).isEmpty() ? copy : spliced(copy, seen.get(a).bytes(), how.b());
      case MASQUERADE ->
        Sealing.sealed(bytes, copy.ends().from(copy.ends().source(), copy.ends().sourcePort() ^ 1));
      default -> throw new IllegalStateException(how.kind() + " does not change a packet");
    };
  }

  private static byte[] turned(byte[] bytes, int bit) {
    if (bytes.length > 0) {
      int at = bit % (8 * bytes.length);
      bytes[at / 8] ^= (byte) (1 << at % 8);
    }
    return bytes;
  }

  private static int get(byte[] bytes, int at, int count) {
    int value = 0;
    for (int index = at; index < at + count; index++) {
      value = value << 8 | (index < bytes.length ? bytes[index] & 0xff : 0);
    }
    return value;
  }

  private static byte[] set(byte[] bytes, int at, int count, int value) {
    for (int index = at; index < Math.min(at + count, bytes.length); index++) {
      bytes[index] = (byte) (value >> (8 * (at + count - 1 - index)));
    }
    return bytes;
  }

  private static Copy spliced(Copy copy, byte[] tail, int from) {
    byte[] head = copy.bytes();
    byte[] bytes = Arrays.copyOf(head, Math.max(Math.min(from, head.length), tail.length));
    if (from < tail.length) {
      System.arraycopy(tail, from, bytes, from, tail.length - from);
    }
    return Sealing.sealed(bytes, copy.ends());
  }

  /** From where the peer's packets come, to the queue pair that they go to. */
  private List<Copy> reflected(Copy copy) {
    for (Copy other : seen) {
      if (other.ends().destination().equals(copy.ends().source())) {
        byte[] bytes = copy.bytes().clone();
        set(bytes, QUEUE_PAIR_AT, 3, get(other.bytes(), QUEUE_PAIR_AT, 3));
        return List.of(Sealing.sealed(bytes, other.ends()));
      }
    }
    return List.of();
  }
}
