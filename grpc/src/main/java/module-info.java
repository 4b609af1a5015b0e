// SPDX-License-Identifier: Apache-2.0
/** gRPC on Sennit's calls. */
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"}) // As gRPC's jars are.
module io.sennit.grpc {
  requires transitive io.sennit.rpc;
  requires transitive io.grpc;
  requires com.google.common;
  requires io.grpc.internal;
  requires org.slf4j;

  exports io.sennit.grpc;

  provides io.grpc.ManagedChannelProvider with
      io.sennit.grpc.SennitManagedChannelProvider;
  provides io.grpc.NameResolverProvider with
      io.sennit.grpc.SennitNameResolverProvider;
  provides io.grpc.ServerProvider with
      io.sennit.grpc.SennitServerProvider;
}
