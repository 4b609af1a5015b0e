// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp;

import io.sennit.roce.Burst;
import io.sennit.roce.udp.os.BurstMessage;
import io.sennit.roce.udp.os.EventPoll;
import io.sennit.roce.udp.os.OsException;
import io.sennit.roce.udp.os.UdpSocket;
import io.sennit.roce.wire.Ecn;
import io.sennit.roce.wire.IpAddress;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One local address as packets leave it: a send-only socket for each route label in use, opened
 * when first asked for, on a port that is free. Confined to its event loop's thread.
 */
final class SendPort implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SendPort.class);

  private final IpAddress address;
  private final EventPoll poll;
  private final BurstMessage message;
  private final @Nullable SendSocket[] byLabel = new SendSocket[RoceConfig.MOST_LABELS + 1];
  private final Set<String> reported = new HashSet<>();
  private boolean segments;
  private long unsendable;

  /**
   * @param poll reports when a socket that was full has room
   * @param message of the event loop, shared by its ports
   * @param segments whether the kernel cuts bursts
   */
  SendPort(IpAddress address, EventPoll poll, BurstMessage message, boolean segments) {
    this.address = address;
    this.poll = poll;
    this.message = message;
    this.segments = segments;
  }

  boolean segments() {
    return segments;
  }

  /** Bursts that were lost since the kernel would not send them. */
  long unsendable() {
    return unsendable;
  }

  /** The UDP port that stands for a label. */
  int sourcePort(int label) {
    if (label < 1 || label > RoceConfig.MOST_LABELS) {
      throw new IllegalArgumentException(
          "route label " + label + " is not 1 to " + RoceConfig.MOST_LABELS);
    }
    return socket(label).socket().port();
  }

  private SendSocket socket(int label) {
    SendSocket open = byLabel[label];
    if (open == null) {
      open = open(label);
      byLabel[label] = open;
    }
    return open;
  }

  private SendSocket open(int label) {
    try {
      return new SendSocket(openSocket(), message);
    } catch (OsException e) {
      throw new IllegalArgumentException(
          "no route of label " + label + " from " + address + ": " + e.reason(), e);
    }
  }

  private UdpSocket openSocket() throws OsException {
    UdpSocket socket = UdpSocket.openOnAbsent(address, 0);
    try {
      socket.growSendBuffer(RoceConfig.SEND_BUFFER_BYTES);
      socket.mark(Ecn.CAPABLE);
      poll.add(socket, Sockets.WRITABLE);
      return socket;
    } catch (OsException e) {
      socket.close();
      throw e;
    }
  }

  /** Whether the burst was taken; what cannot be sent at all is taken, counted and lost. */
  boolean send(Burst burst) {
    SendSocket socket = socket(burst.routeLabel());
    int result = segments ? socket.sendWhole(burst) : socket.sendApart(burst);
    if (segments && burst.packetCount() > 1 && BurstMessage.isUncut(result)) {
      result = socket.sendApart(burst);
      if (result >= 0) { // Else it is the destination, and says nothing of the kernel.
        segments = false;
        LOG.info(
            "packets from {} are sent one by one from now on: the kernel does not cut", address);
      }
    }
    if (BurstMessage.isFull(result)) {
      awaitRoom(socket);
      return false;
    }
    if (result < 0) {
      unsendable++;
      report(burst, BurstMessage.words(result));
    }
    return true;
  }

  private void awaitRoom(SendSocket socket) {
    try {
      poll.watchWritable(socket.socket(), Sockets.WRITABLE);
    } catch (OsException e) {
      throw new IllegalStateException(e.reason(), e);
    }
  }

  /** Once for each destination and reason, so that a cut cable does not fill a disk. */
  private void report(Burst burst, String words) {
    String line = "sending from " + address + " to " + burst.destination() + ": " + words;
    if (reported.size() < RoceConfig.MOST_PORTS && reported.add(line)) {
      LOG.warn("{}; such packets count as lost", line);
    }
  }

  @Override
  public void close() {
    for (SendSocket socket : byLabel) {
      if (socket != null) {
        socket.close();
      }
    }
  }
}
