// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TargetTest {
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
        "sennit:///%5Bfe80::1%25eth0%5D:5 | [[fe80::1%eth0]:5]",
        "sennit:///%5Bfe80::1%2525%5D:5 | [[fe80::1%25]:5]",
        "SENNIT:///host:99 | [host:99]",
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
        "sennit:///::1:7 | an IPv6 address stands in brackets, as in [::1]:7470",
        "sennit:///fe80::1 | an IPv6 address stands in brackets, as in [::1]:7470",
        "sennit:///provider=shm | 'provider=shm' is not host:port",
        "sennit:///h&strands=2 | 'h&strands=2' is not host:port",
        "sennit:///h:1?roce.ports=7000&ports=7001 | 'ports' and 'roce.ports' are the same one",
        "sennit:///h:1?provider=rocee | there is no provider 'rocee'; did you mean 'roce'?",
        "sennit:///h:1?provider=none,nothing | no provider 'none', allowed is any of",
        "sennit:///h:1?exclude=smh | there is no provider 'smh'; did you mean 'shm'?",
        "sennit:///h:1?maxCalls=2 | did you mean 'admission.maxCalls'?",
        "sennit:///h:1?zebra=2 | Unknown option 'zebra'; './sennit config' lists all of them",
        "sennit:///h:1?grpc.preferred=true | say it as a system property, -Dsennit.grpc.preferred",
        "sennit:///%5B::1%5D7 | no colon after its bracket",
        "sennit:7470 | Write sennit:///sennit:7470 instead",
        "sennit:///h:1?strands | 'strands' is not option=value",
        "sennit:///h:1?strands=2&strands=3 | given twice",
        "sennit:///h:1?strand=2 | did you mean 'strands'?",
        "sennit:///h:1?providers=shm | did you mean 'provider'?",
        "sennit:///h:1?strands=99 | Option 'strands' cannot be '99'",
        "sennit:///h:1?strands=many | write auto, or a whole number",
        "sennit:///h:1?silence=10 | write a time such as 4s",
      })
  void nonsenseIsRefusedWithAHint(String target, String hint) {
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> parse(target));
    assertTrue(
        String.valueOf(refusal.getMessage()).contains(hint), String.valueOf(refusal.getMessage()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "host:1234 | [host:1234]",
        "host | [host:7470]",
        "[::1]:5 | [[::1]:5]",
        "sennit:///[::1] | [[::1]:7470]",
        "[::1] | [[::1]:7470]",
        "[fe80::1%eth0]:5 | [[fe80::1%eth0]:5]",
        "sennit:///[fe80::1%25eth0]:5 | [[fe80::1%eth0]:5]",
        "[fe80::1%25]:5 | [[fe80::1%25]:5]",
        "sennit:/host:99 | [host:99]",
        "sennit:7470 | [sennit:7470]",
        "sennit:///10.0.0.1:1?strands=3 | [10.0.0.1:1]",
      })
  void aTargetThatIsNoUriIsReadToo(String target, String hosts) {
    assertEquals(hosts, Target.parse(target).hosts().toString());
  }

  @Test
  void slashesThatAreMissingAreNamedToWhoeverWritesNoUri() {
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> Target.parse("sennit://host:1"));
    assertEquals(
        "Write sennit:///host:1 (three slashes) instead of sennit://host:1", refusal.getMessage());
  }

  @Test
  void anAuthorityHasNoInterface() {
    assertEquals("[fe80::1]:5", Target.parse("[fe80::1%eth0]:5").authority());
    assertEquals("host:5", Target.parse("host:5").authority());
  }

  @Test
  void bracketsOfAHostAreDropped() {
    assertEquals(new Target.HostPort("::1", 5), new Target.HostPort("[::1]", 5));
  }

  @Test
  void optionsAreHandedOn() {
    assertEquals(
        Map.of("provider", "shm,roce", "strands", "3"),
        parse("sennit:///h?provider=shm,roce&strands=3").options());
  }

  @Test
  void aProviderThatIsMissingBesideAnotherIsNoSlip() {
    assertEquals(
        Map.of("provider", "ibverbs,shm", "exclude", "ibverbs"),
        parse("sennit:///h?provider=ibverbs,shm&exclude=ibverbs").options());
  }

  private static Target parse(String target) {
    return Target.parse(URI.create(target));
  }
}
