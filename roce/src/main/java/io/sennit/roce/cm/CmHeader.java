// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.cm;

/**
 * What every message has.
 *
 * @param transaction 64 bits that a request chooses and its answers repeat
 * @param localId the communication id of who sends it
 * @param remoteId that of who it is for; 0 if it is not known yet
 */
record CmHeader(long transaction, int localId, int remoteId) {
  /** That of an answer. */
  CmHeader answered(int answeringId) {
    return new CmHeader(transaction, answeringId, localId);
  }
}
