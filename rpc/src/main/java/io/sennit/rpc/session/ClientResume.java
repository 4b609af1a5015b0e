// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import java.nio.ByteBuffer;

/**
 * The client's half of giving a session a new lifeline, as a state machine: RESUME, then RESUMED or
 * REFUSE. Confined to one thread; one for each stream.
 */
final class ClientResume implements MessagePump.Sink {
  /** What the machine says. */
  interface Actions {
    void send(byte[] bytes);

    /** The stream is the lifeline now; the reader may hold first bytes. */
    void onResumed(FrameReader reader);

    /** The server does not know the session: proof that the other end of it is gone. */
    void onUnknown(String reason);

    /** It did not work this time, which proves nothing. */
    void onFailed(String reason);
  }

  private final Resume resume;
  private final Actions actions;
  private final FrameReader reader = new FrameReader();
  private boolean over;

  ClientResume(Resume resume, Actions actions) {
    this.resume = resume;
    this.actions = actions;
  }

  void start() {
    actions.send(FrameReader.preamble());
    actions.send(resume.encode());
  }

  void onBytes(ByteBuffer bytes) {
    try {
      MessagePump.feed(reader, bytes, this);
    } catch (ProtocolException broken) {
      fail(broken.reason());
    }
  }

  @Override
  public boolean wantsMore() {
    return !over;
  }

  @Override
  public void onMessage(SessionMessage message) throws ProtocolException {
    switch (message) {
      case Resumed resumed
      when resumed.key().equals(resume.key()) -> {
        over = true;
        actions.onResumed(reader);
      }
      case Refuse refuse
      when refuse.code() == RefuseCode.UNKNOWN_SESSION -> {
        over = true;
        actions.onUnknown(refuse.reason());
      }
      case Refuse refuse -> fail(refuse.reason());
      default ->
        throw new ProtocolException(message.getClass().getSimpleName() + " in answer to RESUME");
    }
  }

  /** The stream has ended, or time is over. */
  void fail(String reason) {
    if (!over) {
      over = true;
      actions.onFailed(reason);
    }
  }
}
