// SPDX-License-Identifier: Apache-2.0
/** Calls on braids: the native API. */
@SuppressWarnings("module") // The rooms that these are exported to are built after this one.
module io.sennit.rpc {
  requires transitive io.sennit.multipath;
  requires static java.management;
  requires static jdk.jfr;
  requires org.slf4j;

  uses io.sennit.verbs.spi.VerbsProvider;

  exports io.sennit.rpc;
  exports io.sennit.rpc.admission to
      io.sennit.grpc,
      io.sennit.simulator;
  exports io.sennit.rpc.session to
      io.sennit.grpc,
      io.sennit.simulator,
      io.sennit.tools;
  exports io.sennit.rpc.session.bytes to
      io.sennit.simulator;
  exports io.sennit.rpc.stream to
      io.sennit.grpc,
      io.sennit.simulator;
}
