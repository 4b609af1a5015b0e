// SPDX-License-Identifier: Apache-2.0
package io.sennit.examples.blobs;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** How files are cut into messages. */
final class FileParts {
  /** Well below gRPC's default message limit of 4 MiB, well above what is worth a bulk transfer. */
  static final int PART_BYTES = 1 << 20;

  private FileParts() {}

  /**
   * Opens a file for reading.
   *
   * @throws IOException also if it is not a file with a size: a pipe would be waited for, and what
   *     the kernel makes up when it is read would be cut to nothing
   */
  static FileChannel open(Path file) throws IOException {
    refuse(file, Files.isDirectory(file), "it is a directory; name a file");
    refuse(
        file,
        Files.exists(file) && !Files.isRegularFile(file),
        "it is not a regular file; copy it into one first");
    FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
    try {
      refuse(
          file,
          channel.size() == 0 && channel.read(ByteBuffer.allocate(1), 0) > 0,
          "it has no size of its own; copy it into a file first");
      return channel;
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  private static void refuse(Path file, boolean unfit, String reason) throws IOException {
    if (unfit) {
      throw new FileSystemException(file.toString(), null, reason);
    }
  }

  /** Reads the next part into a fresh buffer; empty at the end of the file. */
  static ByteBuffer read(FileChannel channel, long leftBytes) throws IOException {
    ByteBuffer part = ByteBuffer.allocate((int) Math.min(PART_BYTES, leftBytes));
    while (part.hasRemaining() && channel.read(part) >= 0) {
      // A regular file gives all it has; short reads are legal all the same.
    }
    return part.flip();
  }
}
