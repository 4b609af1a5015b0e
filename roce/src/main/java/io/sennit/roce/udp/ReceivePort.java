// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp;

import io.sennit.roce.Datagram;
import io.sennit.roce.spi.PacketReceiver;
import io.sennit.roce.udp.os.ControlReader;
import io.sennit.roce.udp.os.OsException;
import io.sennit.roce.udp.os.ReceiveBatch;
import io.sennit.roce.udp.os.UdpSocket;
import io.sennit.roce.wire.IpAddress;

/** The receive socket of one local address of an event loop; confined to its thread. */
final class ReceivePort implements AutoCloseable {
  private final int index;
  private final UdpSocket socket;
  private final long budgetBytes;
  private final ReceiveBatch batch;
  private final ReceiveBatch.Source source;
  private final Datagram datagram;
  private long lost;
  private int lostByKernel;

  private ReceivePort(
      int index, UdpSocket socket, long budgetBytes, ReceiveBatch batch, Datagram datagram) {
    this.index = index;
    this.socket = socket;
    this.budgetBytes = budgetBytes;
    this.batch = batch;
    this.datagram = datagram;
    source = batch.source(socket);
  }

  /**
   * @param batch of the event loop, shared by its ports
   * @param datagram a view of the batch's memory
   */
  static ReceivePort open(
      int index, LocalAddress local, RoceConfig config, ReceiveBatch batch, Datagram datagram)
      throws OsException {
    UdpSocket socket = bind(local.address(), config.ports());
    try {
      socket.tellReception();
      if (config.isForeign()) {
        socket.takeUnchecked();
      }
      if (config.coalesces()) {
        socket.coalesce();
      }
      // The kernel doubles what is asked for, for its own overhead.
      long payload = socket.growReceiveBuffer(config.receiveBufferBytes()) / 2;
      long budget = Math.max(1, payload / config.receiveShares());
      return new ReceivePort(index, socket, budget, batch, datagram);
    } catch (OsException e) {
      socket.close();
      throw e;
    }
  }

  /** To the first one that is free. */
  private static UdpSocket bind(IpAddress address, UdpPorts ports) throws OsException {
    for (int port = ports.first(); ; port++) {
      try {
        return UdpSocket.openOnAbsent(address, port);
      } catch (OsException e) {
        if (!e.isPortTaken() || ports.isOne()) {
          throw e;
        }
        if (port == ports.last()) {
          throw e.during(ports.allTried(address));
        }
      }
    }
  }

  UdpSocket socket() {
    return socket;
  }

  /** What one peer may have in flight towards it. */
  long budgetBytes() {
    return budgetBytes;
  }

  /** Datagrams that the kernel dropped since the socket was full. */
  long lost() {
    return lost;
  }

  /**
   * Hands over what is there, up to some batches; returns whether that was all. In the middle of a
   * stream more has come meanwhile, and is taken too, so that one acknowledgement does for both.
   */
  boolean receive(PacketReceiver receiver, long nowNanos) {
    int messages = 0;
    boolean streams = true;
    for (int look = 0; streams && look < RoceConfig.STREAM_LOOKS; look++) {
      messages = batch.receive(source);
      long bytes = 0;
      for (int message = 0; message < messages; message++) {
        bytes += deliver(message, receiver, nowNanos);
      }
      streams = bytes >= RoceConfig.STREAM_BYTES;
    }
    return messages < RoceConfig.RECEIVE_MESSAGES;
  }

  /** Returns how many bytes the message has. */
  private int deliver(int message, PacketReceiver receiver, long nowNanos) {
    ControlReader control = batch.select(message);
    countLost(control.lost());
    int length = batch.length(message);
    int step = control.segmentBytes() > 0 ? control.segmentBytes() : length;
    int packets = 0;
    for (int at = 0; at < length; at += step) {
      datagram
          .packet(batch.offset(message) + at, Math.min(step, length - at), packets)
          .from(
              index, batch.sourceHigh(message), batch.sourceLow(message), batch.sourcePort(message))
          .ecn(control.ecn())
          .dscp(control.dscp());
      receiver.receive(datagram, nowNanos);
      packets++;
    }
    return length;
  }

  /** The kernel tells its count only with a datagram that came after a loss. */
  private void countLost(int byKernel) {
    if (byKernel != 0) {
      lost += byKernel - lostByKernel & 0xffff_ffffL;
      lostByKernel = byKernel;
    }
  }

  @Override
  public void close() {
    socket.close();
  }
}
