// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** A lifeline with everything it says. */
final class LifelineRecorder implements Lifeline.Actions {
  static final long HEARTBEAT_NANOS = 2_000_000_000L;

  final ByteArrayOutputStream out = new ByteArrayOutputStream();
  final List<String> events = new ArrayList<>();
  final Lifeline lifeline;

  LifelineRecorder() {
    FrameReader reader = new FrameReader();
    reader.take(ByteBuffer.wrap(FrameReader.preamble()));
    lifeline = new Lifeline(ScriptedServer.KEY, reader, this, 0, HEARTBEAT_NANOS);
  }

  @Override
  public void send(byte[] bytes) {
    out.writeBytes(bytes);
  }

  @Override
  public void onBraidFrame(byte[] frame) {
    events.add("frame " + HexFormat.of().formatHex(frame));
  }

  @Override
  public void onClose(boolean orderly, String reason) {
    events.add((orderly ? "closed " : "broken off ") + reason);
  }

  @Override
  public void onLost(String reason) {
    events.add("lost " + reason);
  }
}
