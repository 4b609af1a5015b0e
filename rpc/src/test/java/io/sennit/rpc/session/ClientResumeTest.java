// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ClientResumeTest {
  private final ScriptedServer server = new ScriptedServer(List.of("shm"));
  private final ScriptedResume client = new ScriptedResume();
  private final ClientResume resume = client.machine;
  private final List<String> events = client.events;

  @Test
  void aServerThatKnowsTheSessionTakesTheStream() {
    Transcript.of(client, server);
    assertEquals(List.of("resumed"), events);
  }

  @Test
  void aServerThatDoesNotKnowTheSessionIsProofThatItIsGone() {
    server.sessionKnown = false;
    Transcript.of(client, server);
    assertEquals(List.of("unknown: there is no session 1122334455667788.1"), events);
  }

  @Test
  void everyOtherEndProvesNothing() {
    resume.start();
    resume.fail("the connection ended");
    resume.fail("again");
    assertEquals(List.of("failed: the connection ended"), events);
  }

  @Test
  void aServerThatIsBusyIsTriedAgain() {
    resume.start();
    resume.onBytes(ByteBuffer.wrap(FrameReader.preamble()));
    byte[] busy = new Refuse(SessionKey.NONE, RefuseCode.BUSY, "later", List.of()).encode();
    resume.onBytes(ByteBuffer.wrap(busy));
    assertEquals(List.of("failed: later"), events);
  }
}
