// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ClientResumeTest implements ClientResume.Actions {
  private final List<String> events = new ArrayList<>();
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ScriptedServer server = new ScriptedServer(List.of("shm"));
  private final ClientResume resume =
      new ClientResume(new Resume(ScriptedServer.KEY, ScriptedServer.TOKEN), this);

  @Override
  public void send(byte[] bytes) {
    out.writeBytes(bytes);
  }

  @Override
  public void onResumed(FrameReader reader) {
    events.add("resumed");
  }

  @Override
  public void onUnknown(String reason) {
    events.add("unknown: " + reason);
  }

  @Override
  public void onFailed(String reason) {
    events.add("failed: " + reason);
  }

  private void talk() {
    resume.start();
    server.machine.onBytes(ByteBuffer.wrap(out.toByteArray()));
    resume.onBytes(ByteBuffer.wrap(server.takeOut()));
  }

  @Test
  void aServerThatKnowsTheSessionTakesTheStream() {
    talk();
    assertEquals(List.of("resumed"), events);
  }

  @Test
  void aServerThatDoesNotKnowTheSessionIsProofThatItIsGone() {
    server.sessionKnown = false;
    talk();
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
