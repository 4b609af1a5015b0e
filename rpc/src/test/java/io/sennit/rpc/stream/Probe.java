// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import io.sennit.rpc.Body;
import io.sennit.rpc.Metadata;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Remembers what a stream said, checks its order, and copies messages. */
class Probe implements StreamListener {
  final List<byte[]> messages = new ArrayList<>();
  final List<String> events = new ArrayList<>();
  Optional<Metadata> headers = Optional.empty();
  boolean halfClosed;
  int readies;
  private @Nullable StreamEnd end;

  boolean isClosed() {
    return end != null;
  }

  StreamEnd end() {
    StreamEnd known = end;
    if (known == null) {
      throw new AssertionError("not ended: " + events);
    }
    return known;
  }

  private void note(String event) {
    if (end != null) {
      throw new AssertionError(event + " after the end " + end);
    }
    events.add(event);
  }

  @Override
  public void onHeaders(Metadata newHeaders) {
    note("headers");
    headers = Optional.of(newHeaders);
  }

  @Override
  public void onMessage(Body message) {
    note("message of " + message.length());
    messages.add(message.toByteArray());
    message.close();
  }

  @Override
  public void onHalfClose() {
    note("half close");
    halfClosed = true;
  }

  @Override
  public void onReady() {
    note("ready");
    readies++;
  }

  @Override
  public void onClosed(StreamEnd newEnd) {
    note("closed " + newEnd.code());
    end = newEnd;
  }
}
