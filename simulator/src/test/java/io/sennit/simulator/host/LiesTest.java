// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.base.Randomness;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Lies are lies, fit into a receive, and get further than the first check of a header. */
final class LiesTest {
  private static final int MOST_BYTES = 400;
  private static final int LIES = 4_000;
  private static final long SESSION = 77;

  private final Randomness content = Randomness.seeded(8);
  private final List<byte[]> truths = new ArrayList<>();

  private byte[] truth(int number) {
    int bytes = content.nextInt(MOST_BYTES - Lies.HEADER_BYTES + 1);
    byte[] frame = new byte[Lies.HEADER_BYTES + bytes];
    content.nextBytes(frame);
    ByteBuffer header = ByteBuffer.wrap(frame);
    header.put(0, (byte) 1).put(Lies.TYPE_AT, (byte) 1).putShort(Lies.EXTENSION_AT, (short) 0);
    header.putLong(8, SESSION).putLong(Lies.SEQUENCE_AT, number).putLong(Lies.CREDIT_AT, number);
    return header.putInt(Lies.LENGTH_AT, bytes).array();
  }

  private List<byte[]> told(long seed) {
    Lies lies = new Lies(Randomness.seeded(seed), MOST_BYTES);
    List<byte[]> told = new ArrayList<>();
    for (int number = 0; number < LIES; number++) {
      byte[] truth = number < truths.size() ? truths.get(number) : truth(number);
      if (number == truths.size()) {
        truths.add(truth);
      }
      byte[] before = truth.clone();
      lies.hear(truth);
      told.add(lies.insteadOf(truth));
      assertTrue(Arrays.equals(before, truth), "frame " + number + " itself was changed");
    }
    return told;
  }

  private static boolean passesTheHeader(byte[] lie) {
    ByteBuffer header = ByteBuffer.wrap(lie);
    return lie.length >= Lies.HEADER_BYTES
        && header.get(0) == 1
        && header.getLong(8) == SESSION
        && header.getLong(Lies.SEQUENCE_AT) >= 0
        && header.getInt(Lies.LENGTH_AT) + header.getShort(Lies.EXTENSION_AT)
            == lie.length - Lies.HEADER_BYTES;
  }

  @Test
  void mostOfThemPassTheHeadersCheckAndAllFitIntoAReceive() {
    List<byte[]> told = told(1);
    long passed = told.stream().filter(LiesTest::passesTheHeader).count();
    assertTrue(passed > LIES / 2 && passed < LIES, passed + " of " + LIES + " pass");
    int longest = told.stream().mapToInt(lie -> lie.length).max().orElseThrow();
    assertTrue(longest <= MOST_BYTES, longest + " bytes");
  }

  @Test
  void fewOfThemAreTrue() {
    List<byte[]> told = told(1);
    int same = 0;
    for (int number = 0; number < LIES; number++) {
      same += Arrays.equals(told.get(number), truths.get(number)) ? 1 : 0;
    }
    assertTrue(same > 0 && same < LIES / 4, same + " of " + LIES + " are the truth again");
  }

  @Test
  void sameSeedSameLies() {
    List<byte[]> one = told(1);
    List<byte[]> other = told(1);
    for (int number = 0; number < LIES; number++) {
      assertEquals(-1, Arrays.mismatch(one.get(number), other.get(number)), "lie " + number);
    }
  }
}
