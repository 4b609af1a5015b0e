// SPDX-License-Identifier: Apache-2.0
package io.sennit.examples.blobs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file takes its place without destroying what is no file. */
final class PartialFileTest {
  @TempDir
  Path directory;

  @Test
  void whatIsNoFileStaysAsItIs() throws IOException {
    Path socket = directory.resolve("socket");
    try (ServerSocketChannel bound = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      bound.bind(UnixDomainSocketAddress.of(socket));
      NotRegularFileException refused =
          assertThrows(NotRegularFileException.class, () -> PartialFile.create(socket));
      assertTrue(refused.toString().contains("name a file"), refused::toString);
      assertEquals(List.of(socket), entries());
    }
  }

  @Test
  void aLinkIsFollowedAndStays() throws IOException {
    Path real = Files.writeString(directory.resolve("real"), "old");
    Path link = Files.createSymbolicLink(directory.resolve("link"), Path.of("real"));
    write(link, "new");
    assertTrue(Files.isSymbolicLink(link), "the link was replaced");
    assertEquals("new", Files.readString(real));
  }

  @Test
  void aLinkToNothingIsRefused() throws IOException {
    Path link = Files.createSymbolicLink(directory.resolve("link"), Path.of("nothing"));
    assertThrows(NotRegularFileException.class, () -> PartialFile.create(link));
    assertTrue(Files.exists(link, LinkOption.NOFOLLOW_LINKS), "the link is gone");
  }

  @Test
  void aReplacedFileKeepsItsMode() throws IOException {
    Path file = Files.writeString(directory.resolve("file"), "old");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    write(file, "new");
    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
    assertEquals("new", Files.readString(file));
    assertEquals(List.of(file), entries());
  }

  private static void write(Path target, String text) throws IOException {
    try (PartialFile file = PartialFile.create(target)) {
      file.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
      file.commit();
    }
  }

  private List<Path> entries() throws IOException {
    try (Stream<Path> all = Files.list(directory)) {
      return all.toList();
    }
  }
}
