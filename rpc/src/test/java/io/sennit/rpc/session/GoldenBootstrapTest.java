// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Transcripts that version 1 once produced. Every later version must still say and understand them;
 * a change here is a change of the wire, see docs/WIRE.md.
 */
final class GoldenBootstrapTest {
  @ParameterizedTest
  @ValueSource(
      strings = {"plain", "client-skips", "server-declines", "nothing-works", "nothing-in-common"})
  void theSameBytesAreSaidForEver(String name) throws IOException {
    Transcript golden = Transcript.golden(name + ".v1.hex");
    assertEquals(golden.toString(), Transcript.of(client(name), server(name)).toString());
  }

  @Test
  void theLifelineSaysTheSameBytesForEver() throws IOException {
    Transcript golden = Transcript.golden("lifeline.v1.hex");
    LifelineRecorder recorder = new LifelineRecorder();
    recorder.lifeline.onTime(2_000_000_000L);
    recorder.lifeline.sendBraidFrame(new byte[] {1, 2, 3});
    recorder.lifeline.onBytes(ByteBuffer.wrap(golden.bytesOf("S")), 2_000_000_001L);
    recorder.lifeline.close(true, "drained");
    assertEquals(
        HexFormat.of().formatHex(golden.bytesOf("C")),
        HexFormat.of().formatHex(recorder.out.toByteArray()));
    assertEquals(List.of("frame 040506"), recorder.events);
    assertTrue(!recorder.lifeline.wantsMore(), "closed");
  }

  static ScriptedClient client(String name) {
    ScriptedClient client = new ScriptedClient(List.of("shm", "roce"));
    if (name.equals("client-skips")) {
      client.failing.add("shm");
    } else if (name.equals("nothing-works")) {
      client.failing.addAll(List.of("shm", "roce"));
    }
    return client;
  }

  static ScriptedServer server(String name) {
    boolean apart = name.equals("nothing-in-common");
    ScriptedServer server = new ScriptedServer(apart ? List.of("ibverbs") : List.of("shm", "roce"));
    if (name.equals("server-declines")) {
      server.failing.add("shm");
    }
    return server;
  }
}
