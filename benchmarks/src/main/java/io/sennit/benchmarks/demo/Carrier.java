// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.demo;

import io.grpc.ManagedChannelBuilder;
import io.grpc.ServerBuilder;
import java.util.List;

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

  /** This process's paths now; none if the carrier has no paths to show. */
  List<PathSample> paths();

  /** Share of packets that the run's packet devices drop, 0 to 1. */
  default double loss() {
    return 0;
  }

  /**
   * The carrier that is called so.
   *
   * @param loss see {@link #loss}; for carriers that have packets
   */
  static Carrier named(String name, double loss) {
    return switch (name) {
      case SennitCarrier.SHM -> SennitCarrier.shm();
      case SennitCarrier.ROCE -> SennitCarrier.roce(loss);
      case NettyCarrier.NAME -> new NettyCarrier();
      default -> throw new IllegalArgumentException("no carrier is called '" + name + "'");
    };
  }
}
