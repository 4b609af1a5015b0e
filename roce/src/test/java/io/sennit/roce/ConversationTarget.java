// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * What a coverage-guided fuzzer calls: any bytes are a conversation of {@link FuzzRun}. Public, and
 * its method so named, for that fuzzer, which only a profile of the build knows; a find is told as
 * the line that {@link FuzzTest} reads.
 */
public final class ConversationTarget {
  private static final int MEDDLING_BYTES = 8;

  private ConversationTarget() {}

  /**
   * Runs the conversation that these bytes are.
   *
   * @throws AssertionError if it does harm
   */
  public static void fuzzerTestOneInput(byte[] data) {
    Genome genome = genome(ByteBuffer.wrap(data));
    try {
      new FuzzRun(genome).run();
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError("add this line to finds.txt: " + genome.text() + " # " + e, e);
    }
  }

  /** Four bytes of seed, then eight for each thing that the network does; a rest is not read. */
  static Genome genome(ByteBuffer data) {
    int seed = data.remaining() < Integer.BYTES ? 0 : data.getInt();
    List<Meddling> meddlings = new ArrayList<>();
    while (data.remaining() >= MEDDLING_BYTES && meddlings.size() < Genome.MOST_MEDDLINGS) {
      meddlings.add(meddling(data));
    }
    return new Genome(seed, meddlings);
  }

  private static Meddling meddling(ByteBuffer data) {
    Meddling.Kind[] kinds = Meddling.Kind.values();
    int packet = Byte.toUnsignedInt(data.get()) % Genome.MOST_PACKET;
    Meddling.Kind kind = kinds[Byte.toUnsignedInt(data.get()) % kinds.length];
    short a = data.getShort();
    int b = data.getInt();
    return switch (kind) {
      case SEQUENCE -> new Meddling(packet, kind, a, 0);
      case REPEAT -> new Meddling(packet, kind, 1 + (a & 3), 0);
      case SPLICE -> new Meddling(packet, kind, (a & 0xffff) % Genome.MOST_PACKET, 12 + (b & 31));
      default -> new Meddling(packet, kind, a & 0xffff, b);
    };
  }
}
