// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.demo;

import io.grpc.ManagedChannelBuilder;
import io.grpc.ServerBuilder;

/** What carries the calls of one run. The service and its client are the same for all. */
interface Carrier {
  /** Short, stable; on command lines and in the report. */
  String name();

  /** A server on a free port of this host. */
  ServerBuilder<?> listen();

  /** A client of a server on this host. */
  ManagedChannelBuilder<?> connect(int port);

  /** Bytes that this process has moved so far, as the initiator. */
  Traffic traffic();

  static Carrier named(String name) {
    return switch (name) {
      case SennitCarrier.NAME -> new SennitCarrier();
      case NettyCarrier.NAME -> new NettyCarrier();
      default -> throw new IllegalArgumentException("no carrier is called '" + name + "'");
    };
  }
}
