// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc;

import io.grpc.Attributes;
import io.grpc.Grpc;
import io.sennit.rpc.SessionView;

/** What Sennit's transports tell in the attributes of a call, on both sides. */
public final class SennitAttributes {
  /**
   * The session that carries the call: its provider, its peer, its paths. Client:
   * {@code ClientCall.getAttributes()} once the call has a transport; server:
   * {@code ServerCall.getAttributes()}.
   */
  @Grpc.TransportAttr
  public static final Attributes.Key<SessionView> SESSION =
      Attributes.Key.create("io.sennit.grpc.session");

  private SennitAttributes() {}
}
