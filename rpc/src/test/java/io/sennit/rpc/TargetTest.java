// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

final class TargetTest {
  @Test
  void hostsAndAddressesAreUnderstood() {
    assertEquals(new Target("host.example", 7470), Target.parse("host.example:7470"));
    assertEquals(new Target("10.0.0.1", 1), Target.parse("sennit:///10.0.0.1:1"));
    assertEquals(new Target("::1", 65535), Target.parse("[::1]:65535"));
    assertEquals("[::1]:65535", Target.parse("sennit:///[::1]:65535").toString());
  }

  @Test
  void anythingElseIsRefusedWithASentence() {
    List<String> wrong =
        List.of("", "host", ":1", "host:", "host:0", "host:65536", "host:x", "::1:80", "[]:80");
    for (String text : wrong) {
      IllegalArgumentException refused =
          assertThrows(IllegalArgumentException.class, () -> Target.parse(text), text);
      assertEquals(
          "'" + text + "' does not name a server: write host:port, or [IPv6 address]:port",
          refused.getMessage());
    }
  }
}
