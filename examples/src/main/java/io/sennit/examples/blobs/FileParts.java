// SPDX-License-Identifier: Apache-2.0
package io.sennit.examples.blobs;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** How files are cut into messages. */
final class FileParts {
  /** Well below gRPC's default message limit of 4 MiB, well above what is worth a bulk transfer. */
  static final int PART_BYTES = 1 << 20;

  private FileParts() {}

  /** Reads the next part into a fresh buffer; empty at the end of the file. */
  static ByteBuffer read(FileChannel channel, long leftBytes) throws IOException {
    ByteBuffer part = ByteBuffer.allocate((int) Math.min(PART_BYTES, leftBytes));
    while (part.hasRemaining() && channel.read(part) >= 0) {
      // A regular file gives all it has; short reads are legal all the same.
    }
    return part.flip();
  }
}
