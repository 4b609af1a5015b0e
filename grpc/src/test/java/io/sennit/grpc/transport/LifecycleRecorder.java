// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc.transport;

import io.grpc.Attributes;
import io.grpc.Status;
import io.grpc.internal.DisconnectError;
import io.grpc.internal.ManagedClientTransport;
import io.sennit.rpc.StatusCode;
import io.sennit.rpc.stream.Session;
import io.sennit.rpc.stream.SessionListener;

/** What gRPC's channel would hear of a transport. */
final class LifecycleRecorder implements ManagedClientTransport.Listener {
  static final Attributes.Key<String> MARK = Attributes.Key.create("mark");

  private final Told told = new Told();

  void await(String event) throws InterruptedException {
    told.await(event);
  }

  /** For sessions whose life is of no interest. */
  static SessionListener ignored() {
    return new SessionListener() {
      @Override
      public void onReady(Session session) {}

      @Override
      public void onShutdown(StatusCode code, String cause) {}

      @Override
      public void onTerminated() {}
    };
  }

  @Override
  public Attributes filterTransport(Attributes attributes) {
    return attributes.toBuilder().set(MARK, "filtered").build();
  }

  @Override
  public void transportReady() {
    told.add("ready");
  }

  @Override
  public void transportShutdown(Status cause, DisconnectError error) {
    told.add("shutdown " + cause.getCode() + " " + cause.getDescription());
  }

  @Override
  public void transportTerminated() {
    told.add("terminated");
  }

  @Override
  public void transportInUse(boolean inUse) {
    told.add("in use " + inUse);
  }
}
