// SPDX-License-Identifier: Apache-2.0
package io.sennit.examples.blobs;

import io.sennit.base.Randomness;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HexFormat;

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

  private PartialFile(Path target, Path partial, FileChannel channel) {
    this.target = target;
    this.partial = partial;
    this.channel = channel;
  }

  /**
   * Begins a file in a directory that is there. A link is followed: the file that it leads to is
   * replaced, not the link.
   *
   * @throws FileAlreadyExistsException if the target is a directory
   * @throws NotRegularFileException if it is a device, a pipe, a socket or a link to nothing
   * @throws NotDirectoryException if no file can be made where the target should be
   */
  static PartialFile create(Path named) throws IOException {
    Path target = behindLinks(named);
    Path directory = target.toAbsolutePath().getParent();
    if (directory == null || Files.isDirectory(target)) {
      throw new FileAlreadyExistsException(named.toString());
    }
    if (!Files.isDirectory(directory)) {
      throw new NotDirectoryException(named.toString());
    }
    // Of the target's name nothing is kept: with an ending it might be too long.
    String unguessed = HexFormat.of().toHexDigits(Randomness.secure().nextLong());
    Path partial = directory.resolve("." + unguessed + ENDING);
    return new PartialFile(target, partial, UnfinishedFiles.create(partial));
  }

  private static Path behindLinks(Path named) throws IOException {
    boolean there = Files.exists(named);
    if (!there && Files.isSymbolicLink(named)) {
      throw new NotRegularFileException(named.toString(), "it is a link to nothing");
    }
    if (there && !Files.isRegularFile(named) && !Files.isDirectory(named)) {
      throw new NotRegularFileException(
          named.toString(), "it is a device, a pipe or a socket; name a file");
    }
    return there ? named.toRealPath() : named;
  }

  /** Begins a file; missing directories above it are made. Throws what {@link #create} throws. */
  static PartialFile createWithDirectories(Path target) throws IOException {
    Path directory = target.toAbsolutePath().getParent();
    try {
      if (directory != null) {
        Files.createDirectories(directory);
      }
    } catch (FileAlreadyExistsException | NoSuchFileException e) {
      NotDirectoryException refusal = new NotDirectoryException(target.toString());
      refusal.initCause(e);
      throw refusal;
    }
    return create(target);
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

  /** Gives the file its real name, replacing an older one in one step and keeping its mode. */
  void commit() throws IOException {
    channel.close();
    if (Files.exists(target)) {
      Files.setPosixFilePermissions(partial, Files.getPosixFilePermissions(target));
    }
    Files.move(
        partial, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    UnfinishedFiles.end(partial);
  }

  @Override
  public void close() throws IOException {
    channel.close();
    UnfinishedFiles.end(partial);
  }
}
