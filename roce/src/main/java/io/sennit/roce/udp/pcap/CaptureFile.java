// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp.pcap;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file in libpcap's format with nanoseconds, its packets beginning with the IP header; what it
 * has no room for is not written. Confined to one thread.
 */
final class CaptureFile implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(CaptureFile.class);
  private static final Set<StandardOpenOption> WRITE_ANEW = EnumSet.of(
      StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING);

  /** A capture has in it whatever the calls say. */
  private static final FileAttribute<?> OWNERS_ONLY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  private static final int MAGIC_NANOS = 0xa1b23c4d;
  private static final int MAJOR_MINOR = 0x0002_0004;
  private static final int LINK_TYPE_RAW = 101;
  private static final int FILE_HEADER_BYTES = 24;
  private static final int RECORD_HEADER_BYTES = 16;
  private static final int MOST_PACKET_BYTES = 1 << 16;
  private static final long NANOS_PER_SECOND = 1_000_000_000;

  private final Path path;
  private final FileChannel channel;
  private final ByteBuffer buffer = ByteBuffer.allocateDirect(4 * MOST_PACKET_BYTES);
  private final long maxBytes;
  private long bytes = FILE_HEADER_BYTES;
  private boolean over;

  private CaptureFile(Path path, FileChannel channel, long maxBytes) {
    this.path = path;
    this.channel = channel;
    this.maxBytes = maxBytes;
    buffer.putInt(MAGIC_NANOS).putInt(MAJOR_MINOR).putLong(0);
    buffer.putInt(MOST_PACKET_BYTES).putInt(LINK_TYPE_RAW);
  }

  /** @throws IllegalStateException in a sentence if the file cannot be written */
  static CaptureFile create(Path path, long maxBytes) {
    try {
      FileChannel channel = FileChannel.open(path, WRITE_ANEW, OWNERS_ONLY);
      CaptureFile created = new CaptureFile(path, channel, maxBytes);
      created.flush();
      return created;
    } catch (IOException e) {
      throw new IllegalStateException("The capture cannot be written to " + path + ": " + e, e);
    }
  }

  /**
   * Begins a packet.
   *
   * @param length bytes, the IP header included
   * @return where they are to be put, at once; null if the file is full
   */
  @Nullable
  ByteBuffer begin(int length, long nowNanos) {
    if (over || bytes + RECORD_HEADER_BYTES + length > maxBytes) {
      stop("has its " + maxBytes + " bytes; later packets are not written");
      return null;
    }
    if (buffer.remaining() < RECORD_HEADER_BYTES + length) {
      flush();
    }
    bytes += RECORD_HEADER_BYTES + length;
    long positive = nowNanos & Long.MAX_VALUE;
    buffer.putInt((int) (positive / NANOS_PER_SECOND));
    buffer.putInt((int) (positive % NANOS_PER_SECOND));
    buffer.putInt(length).putInt(length);
    return buffer;
  }

  /** Writes what waits; a failure ends the capture, and nothing else. */
  void flush() {
    buffer.flip();
    try {
      while (buffer.hasRemaining() && !over) {
        channel.write(buffer);
      }
    } catch (IOException e) {
      stop("ends here: " + e);
    }
    buffer.clear();
  }

  private void stop(String why) {
    if (!over) {
      over = true;
      LOG.warn("the capture {} {}", path, why);
    }
  }

  @Override
  public void close() {
    flush();
    try {
      channel.close();
    } catch (IOException e) {
      stop("may lack its end: " + e);
    }
  }
}
