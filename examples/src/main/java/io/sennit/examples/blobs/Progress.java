// SPDX-License-Identifier: Apache-2.0
package io.sennit.examples.blobs;

/** Told about every part of a transfer that has been sent or has arrived. */
public interface Progress {
  /** Nobody looks. */
  Progress NONE = (_, _) -> {};

  /**
   * A part has been sent or has arrived.
   *
   * @param doneBytes so far, header not counted
   * @param totalBytes of the whole file
   */
  void moved(long doneBytes, long totalBytes);
}
