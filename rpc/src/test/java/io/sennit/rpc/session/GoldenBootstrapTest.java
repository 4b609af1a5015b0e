// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.verbs.Port;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
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
      strings = {
        "plain",
        "client-skips",
        "server-declines",
        "nothing-works",
        "nothing-in-common",
        "rails",
        "ports-apart"
      })
  void theSameBytesAreSaidForEver(String name) throws IOException {
    Transcript golden = Transcript.golden(name + ".v1.hex");
    assertEquals(golden.toString(), Transcript.of(client(name), server(name)).toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"resume", "resume-unknown"})
  void aNewLifelineIsAskedForInTheSameBytesForEver(String name) throws IOException {
    Transcript golden = Transcript.golden(name + ".v1.hex");
    ScriptedServer server = server(name);
    server.sessionKnown = name.equals("resume");
    ScriptedResume client = new ScriptedResume();
    assertEquals(golden.toString(), Transcript.of(client, server).toString());
    assertEquals(server.sessionKnown, client.events.contains("resumed"), client.events.toString());
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
    int most = name.equals("rails") ? 6 : Wire.MAX_STRANDS;
    ScriptedClient client = new ScriptedClient(List.of("shm", "roce"), most);
    if (name.equals("rails") || name.equals("ports-apart")) {
      client.failing.add("shm");
      client.ports = ports(4, "127.0.0.");
    }
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
    if (name.equals("rails")) {
      server.ports = ports(4, "127.0.0.");
    } else if (name.equals("ports-apart")) {
      server.ports = ports(3, "10.0.0.");
    }
    if (name.equals("server-declines")) {
      server.failing.add("shm");
    }
    return server;
  }

  private static List<Port> ports(int count, String network) {
    return IntStream.range(0, count)
        .mapToObj(i -> new Port(i, network + (i + 1)))
        .toList();
  }
}
