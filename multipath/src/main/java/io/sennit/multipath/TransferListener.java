// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

/**
 * What a transfer tells its starter: delivered or failed, once; then released, once, last. Called
 * on the owner thread, inside {@link Braid#poll}; must not block; may call the braid back.
 */
public interface TransferListener {
  /** Every byte is where it belongs. Local memory is not free yet. */
  void onDelivered(Transfer transfer);

  /** No copy can touch the local memory any more; the {@link Transfer} is not valid after this. */
  void onReleased(Transfer transfer);

  /** It will not be delivered. For an atomic see {@link Transfer#outcome()}. */
  void onFailed(Transfer transfer, String cause);
}
