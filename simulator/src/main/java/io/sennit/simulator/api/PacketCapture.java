// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.api;

import io.sennit.simulator.fabric.Capture;
import io.sennit.simulator.fabric.Link;
import io.sennit.simulator.fabric.PacketPool;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.function.Consumer;

/**
 * Writes the packets of links into a pcapng file, as {@link Fabric#capture} says. For the fabric's
 * thread. Whoever began it closes it; the fabric closes what is left.
 */
public final class PacketCapture implements AutoCloseable {
  private final OutputStream out;
  private final Capture file;
  private final BitSet links;
  private final Consumer<PacketCapture> onClose;
  private long packets;
  private boolean closed;

  /** @param links of the network, by number */
  PacketCapture(
      Path path,
      VirtualTime time,
      io.sennit.simulator.fabric.Fabric network,
      BitSet links,
      Consumer<PacketCapture> onClose) {
    this.links = links;
    this.onClose = onClose;
    try {
      out = new BufferedOutputStream(Files.newOutputStream(path));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot capture into " + path, e);
    }
    file = new Capture(out, time, network.links(), network.ports());
  }

  void taken(Link link, int packet, PacketPool pool) {
    if (links.get(link.index())) {
      packets++;
      file.taken(link, packet, pool);
    }
  }

  /** Packets written so far. */
  public long packets() {
    return packets;
  }

  /**
   * Ends it; the file is whole then. Closing it again does nothing.
   *
   * @throws UncheckedIOException if something could not be written
   */
  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    onClose.accept(this);
    try {
      out.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
