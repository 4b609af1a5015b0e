// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.demo;

/** Swallows every packet of one path in both directions, below the transport, which is not told. */
interface BlackHole {
  void open();

  void close();
}
