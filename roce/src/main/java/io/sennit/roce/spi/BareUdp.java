// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.spi;

import io.sennit.roce.udp.os.ControlReader;
import io.sennit.roce.udp.os.EventPoll;
import io.sennit.roce.udp.os.Gather;
import io.sennit.roce.udp.os.OsException;
import io.sennit.roce.udp.os.ReceiveBatch;
import io.sennit.roce.udp.os.UdpSocket;
import io.sennit.roce.wire.IpAddress;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;

/**
 * The provider's sockets without the provider: packets of the same shape (headers, payload in
 * place, checksum) by the same system calls, and no protocol. It is what a benchmark holds the
 * provider against, since no protocol on these system calls can be faster.
 *
 * <p>Confined to one thread, which owns it and closes it.
 */
public final class BareUdp implements AutoCloseable {
  /** Most bytes of one send, and of one run of packets received. */
  public static final int MOST_BYTES = 65_507;

  private static final int MOST_PACKETS = 64;
  private static final int MESSAGES = 32;
  private static final int TRAILER_BYTES = 4;
  private static final int SOCKET_BUFFER_BYTES = 4 << 20;

  private final Arena arena = Arena.ofConfined();
  private final MemorySegment header = arena.allocate(64, 64);
  private final MemorySegment trailer = arena.allocate(TRAILER_BYTES, 4);
  private final MemorySegment payload;
  private final Gather gather = new Gather(arena, MOST_PACKETS);
  private final ReceiveBatch batch = new ReceiveBatch(arena, MESSAGES);
  private final EventPoll poll;
  private final UdpSocket in;
  private final UdpSocket out;
  private final ReceiveBatch.Source source;
  private long latestWord;

  private BareUdp(EventPoll poll, UdpSocket in, UdpSocket out, int payloadBytes) {
    this.poll = poll;
    this.in = in;
    this.out = out;
    payload = arena.allocate(payloadBytes, 4096);
    source = batch.source(in);
  }

  /**
   * Opens a socket that receives and one that sends, as a loop of the provider has them.
   *
   * @param payloadBytes size of {@link #payload}
   * @throws IllegalStateException in a sentence if the sockets cannot be had
   */
  public static BareUdp open(InetAddress local, int payloadBytes) {
    IpAddress address = IpAddress.of(local.getAddress());
    try {
      EventPoll poll = EventPoll.open();
      try {
        return new BareUdp(poll, receiving(address, poll), sending(address), payloadBytes);
      } catch (OsException e) {
        poll.close();
        throw e;
      }
    } catch (OsException e) {
      throw new IllegalStateException("No bare sockets: " + e.reason() + ".", e);
    }
  }

  private static UdpSocket receiving(IpAddress address, EventPoll poll) throws OsException {
    UdpSocket socket = UdpSocket.open(address, 0);
    socket.tellReception();
    socket.coalesce();
    socket.growReceiveBuffer(SOCKET_BUFFER_BYTES);
    poll.watchReadable(socket, 0);
    return socket;
  }

  private static UdpSocket sending(IpAddress address) throws OsException {
    UdpSocket socket = UdpSocket.open(address, 0);
    socket.growSendBuffer(SOCKET_BUFFER_BYTES);
    return socket;
  }

  /** The UDP port that it receives on. */
  public int port() {
    return in.port();
  }

  /** Sets where packets go; before the first {@link #send}. */
  public void address(InetAddress peer, int port) {
    gather.address(IpAddress.of(peer.getAddress()), port);
  }

  /** Memory that payload is sent from; ends with this object. */
  public MemorySegment payload() {
    return payload;
  }

  /**
   * Sends equal packets by one system call, their payload one behind the other.
   *
   * @param packets 1 to 64
   * @param headerBytes before each payload, at most 64
   * @param offset of the first payload in {@link #payload}
   * @param payloadBytes of each packet
   * @return whether they left; false if the socket is full
   * @throws IllegalStateException if they cannot be sent at all
   */
  public boolean send(int packets, int headerBytes, long offset, int payloadBytes) {
    for (int packet = 0; packet < packets; packet++) {
      int vector = Gather.VECTORS * packet;
      gather.vector(vector, header.address(), headerBytes);
      gather.vector(
          vector + 1, payload.address() + offset + (long) packet * payloadBytes, payloadBytes);
      gather.vector(vector + 2, trailer.address(), TRAILER_BYTES);
    }
    int result = gather.sendWhole(out, packets, headerBytes + payloadBytes + TRAILER_BYTES);
    if (result < 0 && !Gather.isFull(result)) {
      throw new IllegalStateException(packets + " packets cannot be sent: errno " + -result);
    }
    return result == 0;
  }

  /** Takes what is there, up to one batch, without waiting; returns how many packets. */
  public int receive() {
    int messages = batch.receive(source);
    int packets = 0;
    for (int message = 0; message < messages; message++) {
      ControlReader control = batch.select(message);
      int length = batch.length(message);
      int step = control.segmentBytes() > 0 ? control.segmentBytes() : Math.max(1, length);
      packets += Math.ceilDiv(length, step);
      long last = batch.offset(message) + length - TRAILER_BYTES - Long.BYTES;
      latestWord = batch.memory().get(ValueLayout.JAVA_LONG_UNALIGNED, Math.max(0, last));
    }
    return packets;
  }

  /** The last eight bytes of payload of the latest packet. */
  public long latestWord() {
    return latestWord;
  }

  /**
   * Sleeps until a packet is there or the time is over; may end early, without either.
   *
   * @param nowNanos the present, of a clock that is always the same
   */
  public void await(long nowNanos, long timeoutNanos) {
    poll.await(nowNanos, timeoutNanos);
  }

  @Override
  public void close() {
    in.close();
    out.close();
    poll.close();
    arena.close();
  }
}
