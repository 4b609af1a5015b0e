// SPDX-License-Identifier: Apache-2.0
package io.sennit.examples.blobs;

import com.google.protobuf.ByteString;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** A SHA-256 over a sequence of buffers. Confined to one thread at a time. */
final class Sha256 {
  private final MessageDigest digest;

  Sha256() {
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }

  /** Adds all remaining bytes; the buffer's position does not move. */
  void update(ByteBuffer bytes) {
    digest.update(bytes.duplicate());
  }

  /** The hash; starts anew afterwards. */
  ByteString finish() {
    return ByteString.copyFrom(digest.digest());
  }
}
