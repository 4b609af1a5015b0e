// SPDX-License-Identifier: Apache-2.0
package io.sennit.examples.blobs;

import io.sennit.base.Randomness;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * A file that is being written under a temporary name in its own directory and appears under its
 * real name only as a whole. Closing it before {@link #commit()} leaves nothing behind.
 *
 * <p>Confined to one thread at a time.
 */
final class PartialFile implements AutoCloseable {
  private static final String ENDING = ".sennit-part";

  private final Path target;
  private final Path partial;
  private final FileChannel channel;
  private long sizeBytes;
  private boolean committed;

  private PartialFile(Path target, Path partial, FileChannel channel) {
    this.target = target;
    this.partial = partial;
    this.channel = channel;
  }

  /** Begins a file; missing directories above it are made. */
  static PartialFile create(Path target) throws IOException {
    if (Files.isDirectory(target)) {
      throw new IOException(target + " is a directory; name a file");
    }
    Path directory = target.toAbsolutePath().getParent();
    if (directory == null) {
      throw new IOException(target + " cannot be written; name a file in a directory");
    }
    Files.createDirectories(directory);
    String unguessed = Long.toHexString(Randomness.secure().nextLong());
    Path partial = directory.resolve("." + target.getFileName() + "." + unguessed + ENDING);
    FileChannel channel =
        FileChannel.open(partial, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    return new PartialFile(target, partial, channel);
  }

  static boolean isPartial(Path file) {
    return file.toString().endsWith(ENDING);
  }

  /** Appends all remaining bytes. */
  void write(ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      sizeBytes += channel.write(bytes);
    }
  }

  /** Bytes written so far. */
  long sizeBytes() {
    return sizeBytes;
  }

  /** Gives the file its real name, replacing an older one in one step. */
  void commit() throws IOException {
    channel.close();
    Files.move(
        partial, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    committed = true;
  }

  @Override
  public void close() throws IOException {
    channel.close();
    if (!committed) {
      Files.deleteIfExists(partial);
    }
  }
}
