// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Strands reorder, so that whoever may call must know that the other side is ready for it. */
final class SettingsTest {
  private final Ends ends = new Ends(StreamConfig.defaults());

  @Test
  void theServerSaysNothingBeforeItHasHeardTheClient() {
    while (ends.server.step()) {
      assertEquals(List.of(), ends.server.life);
    }
    while (ends.client.step()) {
      assertEquals(List.of(), ends.client.life, "ready though the server has heard nothing");
    }
    ends.settle();
    assertEquals(List.of("ready"), ends.server.life);
    assertEquals(List.of("ready"), ends.client.life);
  }
}
