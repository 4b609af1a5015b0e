// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** A client's machine that asks for a new lifeline and remembers what came of it. */
final class ScriptedResume implements ClientResume.Actions, Transcript.Client {
  final List<String> events = new ArrayList<>();
  final ClientResume machine =
      new ClientResume(new Resume(ScriptedServer.KEY, ScriptedServer.TOKEN), this);
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  @Override
  public void start() {
    machine.start();
  }

  @Override
  public void onBytes(ByteBuffer bytes) {
    machine.onBytes(bytes);
  }

  @Override
  public byte[] takeOut() {
    byte[] bytes = out.toByteArray();
    out.reset();
    return bytes;
  }

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
}
