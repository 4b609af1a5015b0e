// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.roce.wire.IpAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class FaultSpecTest {
  @Test
  void everyKeyIsUnderstood() {
    FaultSpec spec = FaultSpec.parse("loss=0.01; duplicate=0.5;duplicateMicros=5000000;reorder=1;"
        + "reorderMicros=7;corrupt=0;delayMicros=20;cutMillis=100;everyMillis=300;"
        + "address=127.0.0.2;seed=-3");
    assertEquals(new FaultSpec.Chances(0.01, 0.5, 1, 0), spec.chances());
    assertEquals(new FaultSpec.Delays(20, 5_000_000, 7), spec.delays());
    assertEquals("100 300 -3", spec.cutMillis() + " " + spec.everyMillis() + " " + spec.seed());
    assertTrue(spec.isAbout(IpAddress.ofIpv4(0x7f000002)));
    assertFalse(spec.isAbout(IpAddress.ofIpv4(0x7f000001)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", ";", "loss=0"})
  void nothingSaidMeansNothingGoesWrong(String text) {
    FaultSpec spec = FaultSpec.parse(text);
    assertEquals(new FaultSpec.Chances(0, 0, 0, 0), spec.chances(), text);
    assertTrue(spec.isAbout(IpAddress.ofIpv4(0x7f000001)), text);
  }

  @ParameterizedTest
  @CsvSource({
    "los=1, los",
    "loss, loss",
    "loss=, loss",
    "loss=1.5, loss",
    "loss=-1, loss",
    "loss=NaN, loss",
    "loss=x, loss",
    "loss=0;loss=1, loss",
    "delayMicros=-1, delayMicros",
    "delayMicros=99999999, delayMicros",
    "cutMillis=5, everyMillis",
    "cutMillis=5;everyMillis=4, everyMillis",
    "address=eth0, address",
    "address=1.2.3.4.5, address",
    "seed=1.5, seed",
    "=1, key"
  })
  void whatIsMalformedIsRefusedByName(String text, String named) {
    String said = String.valueOf(
        assertThrows(IllegalArgumentException.class, () -> FaultSpec.parse(text), text)
            .getMessage());
    assertTrue(said.contains(named), text + ": " + said);
    assertTrue(said.matches("(says|must) .*"), "it goes on after 'it': " + said);
  }
}
