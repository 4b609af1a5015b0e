// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

/**
 * What a transfer tells its starter: delivered or failed, once; then released, once, last. Called
 * on the owner thread, inside {@link Braid#poll}; must not block; may call the braid back.
 */
public interface TransferListener {
  /**
   * Every byte is where it belongs. Local memory is not free yet.
   *
   * @param found what an atomic found; 0 for others
   */
  void onDelivered(long found);

  /** No copy can touch the local memory any more. */
  void onReleased();

  /**
   * It will not be delivered.
   *
   * @param noEffect certainly: it was never posted, or is an atomic that was refused; else it may
   *     have had its effect, and will have none from now on
   */
  void onFailed(String cause, boolean noEffect);

  /** With which others it is wanted in order; always the same. */
  default TransferLine line() {
    return TransferLine.NONE;
  }
}
