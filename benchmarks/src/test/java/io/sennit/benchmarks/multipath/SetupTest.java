// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.multipath;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

final class SetupTest {
  @Test
  void whatIsWrittenIsReadAgain() {
    Setup plain = Setup.rails(2);
    assertEquals("10.98.0.1,10.98.1.1 10.98.0.2,10.98.1.2 1 -", plain.text());
    assertEquals(plain, Setup.parse(plain.text()));
    Setup asked = Setup.leaves(16).with("strands", "4").with("braid.scheduler", "static");
    assertEquals("10.99.0.2 10.99.1.2 16 braid.scheduler=static&strands=4", asked.text());
    assertEquals(asked, Setup.parse(asked.text()));
  }
}
