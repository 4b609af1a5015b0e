// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.rpc.Body;
import io.sennit.rpc.Metadata;
import io.sennit.rpc.StatusCode;
import io.sennit.rpc.stream.IncomingCall;
import io.sennit.rpc.stream.OpenCall;
import io.sennit.rpc.stream.RpcStream;
import io.sennit.rpc.stream.Session;
import io.sennit.rpc.stream.StreamAcceptor;
import io.sennit.rpc.stream.StreamEnd;
import io.sennit.rpc.stream.StreamListener;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A server that sends back what it gets, and clients for it. Method {@code hang} never ends. */
final class EchoDoor implements StreamAcceptor {
  @Override
  public StreamListener accept(RpcStream stream, IncomingCall call) {
    stream.request(1);
    return new Silent() {
      @Override
      public void onMessage(Body message) {
        if (call.method().equals("hang")) {
          message.close();
        } else {
          stream.sendMessage(message);
          stream.end(StatusCode.OK, "", Metadata.EMPTY);
        }
      }
    };
  }

  /** Calls and waits for the answer. */
  static byte[] echo(Session session, byte[] bytes) throws Exception {
    Call call = open(session, "echo", bytes);
    StreamEnd end = call.end.get(30, TimeUnit.SECONDS);
    if (end.code() != StatusCode.OK) {
      throw new IllegalStateException("ended " + end);
    }
    return call.answer.get(30, TimeUnit.SECONDS);
  }

  static Call open(Session session, String method, byte[] bytes) {
    Call call = new Call();
    RpcStream stream = session.open(OpenCall.of(method), call);
    stream.request(1);
    stream.sendMessage(Body.wrap(bytes));
    stream.halfClose();
    return call;
  }

  /** A call in progress. */
  static final class Call extends Silent {
    final CompletableFuture<byte[]> answer = new CompletableFuture<>();
    final CompletableFuture<StreamEnd> end = new CompletableFuture<>();

    @Override
    public void onMessage(Body message) {
      answer.complete(message.toByteArray());
      message.close();
    }

    @Override
    public void onClosed(StreamEnd theEnd) {
      if (!end.complete(theEnd)) {
        throw new IllegalStateException("onClosed twice: " + theEnd);
      }
    }
  }

  abstract static class Silent implements StreamListener {
    @Override
    public void onClosed(StreamEnd end) {}
  }
}
