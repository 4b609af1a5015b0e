// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.rpc.session.SessionConfig;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SennitTargetTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "sennit:///host:1234 | [host:1234]",
        "sennit:///host | [host:7470]",
        "sennit:host:99 | [host:99]",
        "sennit:/host:99 | [host:99]",
        "sennit:///a:1,b:2 | [a:1, b:2]",
        "sennit:///%5B::1%5D:5 | [[::1]:5]",
        "sennit:///%5B::1%5D | [[::1]:7470]",
      })
  void hostsAreRead(String target, String hosts) {
    assertEquals(hosts, parse(target).hosts().toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "sennit://host:1 | sennit:///host:1 (three slashes)",
        "sennit:///host:0 | '0' is not a port",
        "sennit:///host:65536 | '65536' is not a port",
        "sennit:///host:x | 'x' is not a port",
        "sennit:///host: | '' is not a port",
        "sennit:///a/b:1 | 'a/b:1' is not host:port",
        "sennit:///a:1, | '' is not host:port",
        "sennit:///%5B::1 | no closing bracket",
        "sennit:///::1:7 | is not host:port",
        "sennit:///h:1?strands | 'strands' is not option=value",
        "sennit:///h:1?strands=2&strands=3 | given twice",
        "sennit:///h:1?strand=2 | did you mean 'strands'?",
        "sennit:///h:1?provider=shm | did you mean 'providers'?",
      })
  void nonsenseIsRefusedWithAHint(String target, String hint) {
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> parse(target));
    assertTrue(
        String.valueOf(refusal.getMessage()).contains(hint), String.valueOf(refusal.getMessage()));
  }

  @Test
  void optionsReachTheSession() {
    Map<String, String> options =
        parse("sennit:///h?providers=shm,roce&strands=3").options();
    SessionConfig config = TargetOption.applyAll(SessionConfig.defaults(), options);
    assertEquals(List.of("shm", "roce"), config.providers());
    assertEquals(3, config.strandsPerPortPair());
  }

  @Test
  void aPropertyFillsInWhatTheTargetLeavesOut() {
    String property = TargetOption.STRANDS.property();
    System.setProperty(property, "5");
    try {
      SessionConfig filled = TargetOption.applyAll(SessionConfig.defaults(), Map.of());
      assertEquals(5, filled.strandsPerPortPair());
      SessionConfig overridden =
          TargetOption.applyAll(SessionConfig.defaults(), Map.of("strands", "4"));
      assertEquals(4, overridden.strandsPerPortPair());
    } finally {
      System.clearProperty(property);
    }
  }

  @ParameterizedTest
  @CsvSource({"strands, 0", "strands, many"})
  void aValueOutOfRangeNamesItsOption(String key, String value) {
    IllegalArgumentException refusal = assertThrows(
        IllegalArgumentException.class,
        () -> TargetOption.applyAll(SessionConfig.defaults(), Map.of(key, value)));
    String message = String.valueOf(refusal.getMessage());
    assertTrue(message.startsWith("Option '" + key + "' cannot be '" + value + "'"), message);
  }

  private static SennitTarget parse(String target) {
    return SennitTarget.parse(URI.create(target), SennitTarget.DEFAULT_PORT);
  }
}
