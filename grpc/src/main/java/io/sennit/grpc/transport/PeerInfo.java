// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc.transport;

import io.grpc.Attributes;
import io.grpc.Grpc;
import io.grpc.SecurityLevel;
import io.grpc.internal.ClientTransportFactory.ClientTransportOptions;
import io.grpc.internal.GrpcAttributes;
import io.grpc.internal.GrpcUtil;
import io.sennit.rpc.stream.Session;
import java.net.SocketAddress;

/**
 * Whom a client's transport talks to.
 *
 * @param address as resolved
 * @param authority unless a call overrides it
 * @param userAgent as calls say it
 * @param addressAttributes that the resolver and the balancer gave with the address
 */
record PeerInfo(
    SocketAddress address, String authority, String userAgent, Attributes addressAttributes) {

  static PeerInfo of(SocketAddress address, ClientTransportOptions options) {
    return new PeerInfo(
        address,
        options.getAuthority(),
        GrpcUtil.getGrpcUserAgent("sennit", options.getUserAgent()),
        options.getEagAttributes());
  }

  /** What is known before there is a session. */
  Attributes attributes() {
    return Attributes.newBuilder()
        .set(GrpcAttributes.ATTR_SECURITY_LEVEL, SecurityLevel.NONE)
        .set(GrpcAttributes.ATTR_CLIENT_EAG_ATTRS, addressAttributes)
        .set(Grpc.TRANSPORT_ATTR_REMOTE_ADDR, address)
        .build();
  }

  Attributes attributes(Session session) {
    return SessionAttributes.add(attributes(), session);
  }
}
