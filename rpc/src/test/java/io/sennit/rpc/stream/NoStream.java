// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import io.sennit.rpc.Body;
import io.sennit.rpc.Metadata;
import io.sennit.rpc.StatusCode;

/** A stream before there is one. */
final class NoStream implements RpcStream {
  @Override
  public void sendHeaders(Metadata metadata) {
    throw nothing();
  }

  @Override
  public void sendMessage(Body message) {
    throw nothing();
  }

  @Override
  public void halfClose() {
    throw nothing();
  }

  @Override
  public void end(StatusCode code, String description, Metadata trailers) {
    throw nothing();
  }

  @Override
  public void decline(StatusCode code, String description) {
    throw nothing();
  }

  @Override
  public void cancel(StatusCode code, String description) {
    throw nothing();
  }

  @Override
  public void request(int messages) {
    throw nothing();
  }

  @Override
  public boolean isReady() {
    return false;
  }

  @Override
  public void maxInboundMessage(MessageLimit limit) {
    throw nothing();
  }

  @Override
  public long deadlineNanos() {
    throw nothing();
  }

  @Override
  public boolean hasDeadline() {
    return false;
  }

  @Override
  public Session session() {
    throw nothing();
  }

  private static AssertionError nothing() {
    return new AssertionError("not opened");
  }
}
