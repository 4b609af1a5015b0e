// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc.transport;

import io.grpc.InternalMetadata;
import io.sennit.rpc.Metadata;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** gRPC's metadata to the engine's and back. Values travel as they are, binary ones too. */
final class MetadataCodec {
  /** What a pair costs besides its bytes, as HTTP/2 counts for its limit on header lists. */
  private static final int PAIR_OVERHEAD_BYTES = 32;

  private static final byte[] BINARY_SUFFIX = {'-', 'b', 'i', 'n'};

  private MetadataCodec() {}

  /** Leaves out text values that no transport of gRPC can carry, as the others do. */
  static Metadata toEngine(io.grpc.Metadata metadata) {
    byte[][] pairs = InternalMetadata.serialize(metadata);
    return Metadata.ofPairs(allSound(pairs) ? pairs : soundOnly(pairs));
  }

  /** The caller may change the result. */
  static io.grpc.Metadata toGrpc(Metadata metadata) {
    return InternalMetadata.newMetadata(metadata.toPairs());
  }

  /** The size that gRPC's limit on inbound metadata is compared with. */
  static long limitedBytes(Metadata metadata) {
    long bytes = (long) metadata.size() * PAIR_OVERHEAD_BYTES;
    for (int i = 0; i < metadata.size(); i++) {
      bytes += metadata.keyBytes(i).length + metadata.valueBytes(i).length;
    }
    return bytes;
  }

  private static boolean allSound(byte[][] pairs) {
    for (int i = 0; i < pairs.length; i += 2) {
      if (!sound(pairs[i], pairs[i + 1])) {
        return false;
      }
    }
    return true;
  }

  private static byte[][] soundOnly(byte[][] pairs) {
    List<byte[]> kept = new ArrayList<>(pairs.length);
    for (int i = 0; i < pairs.length; i += 2) {
      if (sound(pairs[i], pairs[i + 1])) {
        kept.add(pairs[i]);
        kept.add(pairs[i + 1]);
      }
    }
    return kept.toArray(byte[][]::new);
  }

  private static boolean sound(byte[] key, byte[] value) {
    return isBinary(key) || isPrintable(value);
  }

  private static boolean isBinary(byte[] key) {
    int from = key.length - BINARY_SUFFIX.length;
    return from >= 0
        && Arrays.equals(key, from, key.length, BINARY_SUFFIX, 0, BINARY_SUFFIX.length);
  }

  private static boolean isPrintable(byte[] value) {
    for (byte b : value) {
      if (b < ' ' || b > '~') {
        return false;
      }
    }
    return true;
  }
}
