// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import io.sennit.rpc.Metadata;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Metadata on the wire: for each pair key length (8 bits), value length (32), key, value. */
final class MetadataCodec {
  private static final int PAIR_HEADER_BYTES = 5;

  private MetadataCodec() {}

  /** The metadata behind something else. */
  static byte[] encode(byte[] before, Metadata metadata, int metadataBytes) {
    ByteBuffer into = ByteBuffer.allocate(before.length + metadataBytes).put(before);
    for (int i = 0; i < metadata.size(); i++) {
      byte[] key = metadata.keyBytes(i);
      byte[] value = metadata.valueBytes(i);
      into.put((byte) key.length).putInt(value.length).put(key).put(value);
    }
    return into.array();
  }

  /** Reads {@code from[offset..]} to its end. */
  static Metadata decode(byte[] from, int offset) {
    if (offset == from.length) {
      return Metadata.EMPTY;
    }
    List<byte[]> pairs = new ArrayList<>();
    int at = offset;
    while (at < from.length) {
      at = decodePair(from, at, pairs);
    }
    try {
      return Metadata.ofPairs(pairs.toArray(byte[][]::new));
    } catch (IllegalArgumentException e) {
      throw new ProtocolViolation("malformed metadata: " + e.getMessage());
    }
  }

  private static int decodePair(byte[] from, int at, List<byte[]> pairs) {
    if (from.length - at < PAIR_HEADER_BYTES) {
      throw new ProtocolViolation("malformed metadata: cut off");
    }
    int keyBytes = Byte.toUnsignedInt(from[at]);
    int valueBytes = ByteBuffer.wrap(from).getInt(at + 1);
    int keyAt = at + PAIR_HEADER_BYTES;
    int valueAt = keyAt + keyBytes;
    if (valueBytes < 0 || valueAt > from.length || valueBytes > from.length - valueAt) {
      throw new ProtocolViolation("malformed metadata: cut off");
    }
    pairs.add(Arrays.copyOfRange(from, keyAt, valueAt));
    pairs.add(Arrays.copyOfRange(from, valueAt, valueAt + valueBytes));
    return valueAt + valueBytes;
  }
}
