// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import java.nio.charset.StandardCharsets;

/** What a metadata key and value may contain (gRPC's "Custom-Metadata" rules). */
final class MetadataRules {
  static final String BINARY_SUFFIX = "-bin";

  private MetadataRules() {}

  static byte[] keyBytes(String key) {
    return key.getBytes(StandardCharsets.UTF_8);
  }

  /** Throws IllegalArgumentException unless the pair keeps the rules. */
  static void check(byte[] key, byte[] value) {
    if (key.length == 0 || key.length > Metadata.MAX_KEY_BYTES) {
      throw new IllegalArgumentException("metadata key of " + key.length + " bytes");
    }
    for (byte b : key) {
      if (!isKeyByte(b)) {
        throw new IllegalArgumentException("metadata key has the byte " + (b & 0xff));
      }
    }
    if (!isBinary(key)) {
      checkText(key, value);
    }
  }

  private static void checkText(byte[] key, byte[] value) {
    for (byte b : value) {
      if (b < 0x20 || b > 0x7e) {
        throw new IllegalArgumentException("metadata value of "
            + new String(key, StandardCharsets.US_ASCII)
            + " is not printable ASCII; use a key that ends in -bin");
      }
    }
  }

  private static boolean isKeyByte(byte b) {
    return (b >= 'a' && b <= 'z') || (b >= '0' && b <= '9') || b == '_' || b == '-' || b == '.';
  }

  private static boolean isBinary(byte[] key) {
    int at = key.length - BINARY_SUFFIX.length();
    return at >= 0
        && key[at] == '-'
        && key[at + 1] == 'b'
        && key[at + 2] == 'i'
        && key[at + 3] == 'n';
  }
}
