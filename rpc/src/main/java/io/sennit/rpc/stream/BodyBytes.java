// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

/**
 * Bytes of message bodies in one direction, by the verb that moved them.
 *
 * @param bySend copied into slots
 * @param byRead fetched by the receiver from the sender's memory
 * @param byWrite placed by the sender into the receiver's memory
 */
public record BodyBytes(long bySend, long byRead, long byWrite) {
  public long total() {
    return bySend + byRead + byWrite;
  }
}
