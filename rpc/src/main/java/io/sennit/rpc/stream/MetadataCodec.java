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

  /** Two arrays, beside their bytes, and their places in a list. */
  private static final int PAIR_OBJECT_BYTES = 64;

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

  /** Heap that pairs take beside their bytes: short ones are mostly objects. */
  static long decodedBytes(byte[] from, int offset) {
    long pairs = 0;
    for (int at = offset; at < from.length; pairs++) {
      at = endOfPair(from, at);
    }
    return pairs * PAIR_OBJECT_BYTES;
  }

  private static int decodePair(byte[] from, int at, List<byte[]> pairs) {
    int end = endOfPair(from, at);
    int keyAt = at + PAIR_HEADER_BYTES;
    int valueAt = keyAt + Byte.toUnsignedInt(from[at]);
    pairs.add(Arrays.copyOfRange(from, keyAt, valueAt));
    pairs.add(Arrays.copyOfRange(from, valueAt, end));
    return end;
  }

  private static int endOfPair(byte[] from, int at) {
    if (from.length - at < PAIR_HEADER_BYTES) {
      throw new ProtocolViolation("malformed metadata: cut off");
    }
    int keyBytes = Byte.toUnsignedInt(from[at]);
    int valueBytes = ByteBuffer.wrap(from).getInt(at + 1);
    int valueAt = at + PAIR_HEADER_BYTES + keyBytes;
    if (valueBytes < 0 || valueAt > from.length || valueBytes > from.length - valueAt) {
      throw new ProtocolViolation("malformed metadata: cut off");
    }
    return valueAt + valueBytes;
  }
}
