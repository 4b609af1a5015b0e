// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.sennit.simulator.fabric.LinkConfig;
import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files with experiments: what they say, and what is refused with its line. */
final class ExperimentFileTest {
  private static final String GOOD = """
      {
        "name": "mine",
        "topology": {
          "kind": "leaf-spine", "leaves": 2, "spines": 4,
          "hostsPerLeaf": 3,
          "link": {"gigabits": 10}
        },
        "traffic": {
          "kind": "permutation", "bytes": 65536
        },
        "faults": [
          {"kind": "cut", "cable": 3, "fromMicros": 1500}
        ],
        "strands": 4
      }
      """;

  private static final String CUSTOM = """
      {
        "name": "mine",
        "topology": {
          "kind": "custom",
          "hosts": [{"name": "a", "ports": 2}, {"name": "b"},
                    {"name": "c"}],
          "switches": ["s"],
          "cables": [
            {"from": "a:0", "to": "s"},
            {"from": "b", "to": "s", "link": {"delayNanos": 7}},
            {"from": "c", "to": "s"},
            {"from": "a:1", "to": "s"}
          ]
        },
        "traffic": {"kind": "pair", "flows": 1, "bytes": 1}
      }
      """;

  private static Experiment read(String text) throws IOException {
    return ExperimentFile.read(new StringReader(text));
  }

  @Test
  void whatIsSaidIsDoneAndTheRestIsStandard() throws IOException {
    Plan plan = read(GOOD).plans().getFirst();
    assertEquals("mine", plan.name());
    assertEquals(6, plan.topology().hosts().size());
    assertEquals(
        LinkConfig.STANDARD.withRate(1_250_000_000),
        plan.topology().cables().getFirst().config());
    assertEquals(List.of(new Fault.Cut(3, 1_500_000)), plan.faults());
    assertEquals(4, plan.strands());
    assertEquals(50_000_000, plan.horizonNanos());
    TrialResult result = Trial.run(plan, Policy.REPS, 1);
    assertEquals(result.offeredBytes(), result.deliveredBytes(), result::toString);
  }

  @Test
  void hostsSwitchesAndCablesMayBeNamedOneByOne() throws IOException {
    Plan plan = read(CUSTOM).plans().getFirst();
    assertEquals(7, plan.topology().cables().get(1).config().delayNanos());
    assertEquals(1, Trial.run(plan, Policy.ONE_PATH, 1).doneFlows());
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
      "name": "mine"   | "nam": "mine"      | 1  | name is missing; there are only nam, topology,
      "strands": 4     | "strand": 4        | 14 | strand is unknown; known here are name,
      "strands": 4     | "strands": 99      | 14 | strands is 1 to 16, not 99
      "strands": 4     | "strands": 1.5     | 14 | strands is not a whole number
      "strands": 4     | "name": "again"    | 14 | name is there twice
      "gigabits": 10   | "gigabits": 0      | 6  | a link of 0.0 Gbit/s
      "gigabits": 10   | "rate": 10         | 6  | rate is unknown; known here are gig
      "gigabits": 10   | "mtuBytes": 100    | 6  | mtu is 576 to 4220, not 100
      "hostsPerLeaf": 3 | "hostsPerLeaf": 0 | 5  | hostsPerLeaf is not positive
      "hostsPerLeaf": 3 | "hostsPerLeaf": [3] | 5 | hostsPerLeaf is not a number
      "leaf-spine"     | "ring"             | 4  | there is no topology ring; there are
      "permutation"    | "gossip"           | 9  | there is no traffic gossip; there are
      "bytes": 65536   | "bytes": 0         | 8  | a flow of 0 bytes from host 0
      "cut"            | "saw"              | 12 | there is no fault saw; there are cut, grey, flap
      "cable": 3       | "cable": 300       | 12 | there is no cable 300; there are 0 to 13
      "cable": 3       | "cable": -1        | 12 | there is no cable -1
      "fromMicros": 1500 | "fromMicros": -1 | 12 | fromMicros is negative
      65536            | 65536,,            | 9  | this is not JSON
      "strands": 4     | "strands": null    | 14 | a value is expected
      """)
  void badInputIsRefusedWithItsLine(String good, String bad, int line, String reason) {
    refused(GOOD.replace(good, bad), line, reason);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{", "", "{\"name\":", "{\"faults\": ["})
  void aFileThatEndsTooEarlyIsRefusedInWords(String text) {
    refused(text, 1, "the file ends in the middle of it");
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
      "from": "c"   | "from": "d"   | 11 | there is no host or switch d
      "from": "c"   | "from": "b"   | 3  | b:0 has two cables
      "from": "a:1" | "from": "a:2" | 3  | a:1 has no cable
      "name": "c"   | "name": "b"   | 6  | b is there twice, or has a colon
      ["s"]         | ["s", "s"]    | 7  | s is there twice
      ["s"]         | ["s", "t"]    | 3  | there is no way from a to b
      ["s"]         | [1]           | 7  | switches is not a list of texts
      "ports": 2    | "ports": 65   | 5  | host a has 65 ports, not 1 to 64
      """)
  void badFabricsAreRefusedWithTheirLine(String good, String bad, int line, String reason) {
    String text = CUSTOM.replace(good, bad);
    refused(
        bad.contains("\"t\"") ? text.replace("b\", \"to\": \"s", "b\", \"to\": \"t") : text,
        line,
        reason);
  }

  private static void refused(String text, int line, String reason) {
    RefusedFileException refused = assertThrows(RefusedFileException.class, () -> read(text), text);
    String message = String.valueOf(refused.getMessage());
    assertEquals(
        line + ": " + reason,
        refused.line() + ": " + message.substring(0, Math.min(message.length(), reason.length())),
        message);
  }
}
