// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.fabric;

import java.util.List;

/** A network device of a namespace. */
record Device(Namespace where, String name) {
  /** Loss and queues are to act on the packets that a wire would see. */
  void offloadNothing() {
    where.run(List.of(
        "ethtool",
        "-K",
        name,
        "gso",
        "off",
        "gro",
        "off",
        "tso",
        "off",
        "tx-udp-segmentation",
        "off"));
  }
}
