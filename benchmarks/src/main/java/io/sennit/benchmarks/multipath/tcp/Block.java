// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.multipath.tcp;

/**
 * What both ends know of the flow: blocks of one size, the first byte of which says if one more
 * comes.
 */
final class Block {
  static final int BYTES = 256 << 10;
  static final byte MORE = 1;
  static final byte LAST = 0;

  /** What the near end says to have a flow, and to have its end. */
  static final byte GO = 1;

  private Block() {}
}
