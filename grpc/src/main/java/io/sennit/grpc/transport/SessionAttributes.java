// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc.transport;

import io.grpc.Attributes;
import io.grpc.Grpc;
import io.sennit.grpc.SennitAttributes;
import io.sennit.rpc.Peer;
import io.sennit.rpc.SessionView;
import io.sennit.rpc.stream.Session;
import io.sennit.rpc.stream.SessionInfo;

/** What a session adds to the attributes of its calls, the same on both sides. */
public final class SessionAttributes {
  /** The session itself, for tests of this room. */
  @Grpc.TransportAttr
  public static final Attributes.Key<Session> ENGINE =
      Attributes.Key.create("io.sennit.grpc.transport.engine");

  private SessionAttributes() {}

  static Attributes add(Attributes to, Session session) {
    SessionInfo info = session.info();
    Peer peer =
        new Peer(info.provider(), info.localAddress(), info.remoteAddress(), info.sessionId());
    return to.toBuilder()
        .set(Grpc.TRANSPORT_ATTR_REMOTE_ADDR, info.remoteAddress())
        .set(Grpc.TRANSPORT_ATTR_LOCAL_ADDR, info.localAddress())
        .set(SennitAttributes.SESSION, new SessionView(peer, info.client()))
        .set(ENGINE, session)
        .build();
  }
}
