// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

/**
 * How much a queue pair may have under way, and how fast. One object per queue pair, confined to
 * the engine's thread. Loss is a weak signal, since a plain network loses for other reasons too.
 */
interface CongestionControl {
  /** Bytes that may be under way. */
  long windowBytes();

  /**
   * How long so many bytes keep the way busy: what follows waits for them, though {@link Pacer}
   * lets some go together. 0: nothing waits but for the window.
   */
  long gapNanos(long bytes);

  /**
   * Something was acknowledged.
   *
   * @param bytes newly
   * @param delayNanos of the latest packet measured; 0 if none was
   * @param limited whether window or gaps have kept the queue pair from sending lately
   */
  void acknowledged(long bytes, long delayNanos, boolean limited, long nowNanos);

  /** A whole time-out passed without an answer, for so many times in a row. */
  void timedOut(int inARow);

  /** So many bytes have to be sent again since they, or something before them, were lost. */
  void lost(long bytes, long nowNanos);

  /**
   * The peer reports that packets were marked on their way to it.
   *
   * @return false if that changed nothing, as the last report was obeyed too recently
   */
  boolean marked(long nowNanos);
}
