// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

/**
 * What this process has moved over one path as the initiator, frame headers included.
 *
 * @param path as {@link LivePath#name()} says
 * @param sentBytes by SEND
 * @param readBytes by READ
 * @param writtenBytes by WRITE
 */
public record PathTraffic(String path, long sentBytes, long readBytes, long writtenBytes) {
  /** Bytes by any verb. */
  public long bytes() {
    return sentBytes + readBytes + writtenBytes;
  }

  /** Both together, under this one's name. */
  public PathTraffic plus(PathTraffic other) {
    return new PathTraffic(
        path,
        sentBytes + other.sentBytes,
        readBytes + other.readBytes,
        writtenBytes + other.writtenBytes);
  }
}
