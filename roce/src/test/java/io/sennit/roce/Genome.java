// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.base.Randomness;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A fuzzed conversation as a value: what is said, by seed, and what the network does to it. As a
 * line of text it is {@code SEED; PACKET KIND A B; ...}.
 */
record Genome(long seed, List<Meddling> meddlings) {
  static final int MOST_MEDDLINGS = 12;
  static final int MOST_PACKET = 120;
  private static final int[] TELLING = {
    0, 1, 2, 3, 4, 7, 8, 12, 16, 20, 24, 255, 256, 257, 0x7fff_ffff, 0x8000_0000, -1, -2, -8, -256
  };

  static Genome random(Randomness random) {
    List<Meddling> meddlings = new ArrayList<>();
    for (int count = 1 + random.nextInt(MOST_MEDDLINGS); count > 0; count--) {
      meddlings.add(meddling(random));
    }
    return new Genome(seed(random), meddlings);
  }

  private static long seed(Randomness random) {
    return (random.nextInt() & 0xffff_ffffL) + (random.nextBoolean() ? 1L << Integer.SIZE : 0);
  }

  /**
   * Whether all requests are spoken; those with a seed of 32 bits are as they were when there were
   * fewer, so that what was found stays the same.
   */
  boolean saysAll() {
    return seed >>> Integer.SIZE == 1;
  }

  private static Meddling meddling(Randomness random) {
    Meddling.Kind[] kinds = Meddling.Kind.values();
    Meddling.Kind kind = kinds[random.nextInt(kinds.length)];
    int packet = random.nextInt(random.nextBoolean() ? 12 : MOST_PACKET);
    return new Meddling(packet, kind, first(kind, random), second(kind, random));
  }

  private static int first(Meddling.Kind kind, Randomness random) {
    return switch (kind) {
      case REPEAT -> 1 + random.nextInt(4);
      case DELAY -> random.nextInt(random.nextBoolean() ? 200 : 20_000);
      case FLIP, TURN -> random.nextInt(random.nextBoolean() ? 320 : 9_000);
      case OPCODE -> random.nextInt(4) == 0 ? random.nextInt(256) : random.nextInt(0x20);
      case SEQUENCE -> telling(random);
      case SET, ADD -> random.nextInt(44);
      case CUT, RESIZE -> random.nextInt(random.nextBoolean() ? 64 : 1_200);
      case SPLICE, REPLAY -> random.nextInt(MOST_PACKET);
      case DROP, REFLECT, MASQUERADE -> 0;
    };
  }

  private static int second(Meddling.Kind kind, Randomness random) {
    return switch (kind) {
      case SET, ADD -> random.nextInt(4) == 0 ? random.nextInt() : telling(random);
      case SPLICE -> 12 + random.nextInt(32);
      default -> 0;
    };
  }

  private static int telling(Randomness random) {
    return TELLING[random.nextInt(TELLING.length)];
  }

  /** Another one much like this. */
  Genome changed(Randomness random) {
    List<Meddling> changed = new ArrayList<>(meddlings);
    for (int steps = 1 + random.nextInt(3); steps > 0; steps--) {
      int at = random.nextInt(changed.size() + 1);
      if (at == changed.size()) {
        changed.add(meddling(random));
      } else if (random.nextInt(3) == 0 && changed.size() > 1) {
        changed.remove(at);
      } else {
        changed.set(at, near(changed.get(at), random));
      }
    }
    long sameOrNot = random.nextInt(8) == 0 ? seed(random) : seed;
    return new Genome(sameOrNot, changed.subList(0, Math.min(changed.size(), MOST_MEDDLINGS)));
  }

  private static Meddling near(Meddling old, Randomness random) {
    return switch (random.nextInt(3)) {
      case 0 ->
        new Meddling(
            Math.max(0, old.packet() + random.nextInt(5) - 2), old.kind(), old.a(), old.b());
      case 1 ->
        new Meddling(
            old.packet(), old.kind(), first(old.kind(), random), second(old.kind(), random));
      default -> meddling(random);
    };
  }

  Genome without(int meddling) {
    List<Meddling> fewer = new ArrayList<>(meddlings);
    fewer.remove(meddling);
    return new Genome(seed, fewer);
  }

  String text() {
    return seed + meddlings.stream().map(each -> "; " + each.text()).collect(Collectors.joining());
  }

  static Genome parse(String line) {
    String[] parts = line.split(";", -1);
    return new Genome(
        Long.parseLong(parts[0].strip()),
        Arrays.stream(parts).skip(1).map(Meddling::parse).toList());
  }
}
