// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.roce.wire.IpAddress;
import io.sennit.verbs.PostStatus;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * A queue pair for datagrams (IBTA's unreliable datagram): any number of peers, one packet for each
 * message, nothing acknowledged, nothing repeated. What is sent is copied when it is posted; what
 * comes is shown to a {@link UdReceiver}. What does not fit, or is not wanted, is dropped without a
 * word and counted.
 *
 * <p>Confined to the engine's thread.
 */
public final class UdQueuePair implements Numbered {
  private final Engine engine;
  private final UdConfig config;
  private final UdReceiver receiver;
  private final LocalPort port;
  private final int sourcePort;
  private final int number;
  private final UdSendQueue queue;
  private boolean destroyed;

  UdQueuePair(Engine engine, UdConfig config, UdReceiver receiver, int number, int firstPsn) {
    this.engine = engine;
    this.config = config;
    this.receiver = receiver;
    this.number = number;
    port = engine.ports().get(config.localPort());
    sourcePort = engine.shell().sourcePort(config.localPort(), config.routeLabel());
    PacketMemory memory =
        PacketMemory.of(Arena.ofAuto().allocate((long) config.sendDepth() * port.mtuBytes()));
    queue = new UdSendQueue(memory, config.sendDepth(), number, firstPsn);
  }

  /** 1 for management, else unpredictable. */
  @Override
  public int number() {
    return number;
  }

  /** The Q_Key that it takes datagrams with. */
  public int queueKey() {
    return config.queueKey();
  }

  /** Index of its local port. */
  public int localPort() {
    return config.localPort();
  }

  /** The address that it sends from and receives at. */
  public IpAddress address() {
    return port.address();
  }

  /** Longest payload of a datagram. */
  public int mtuBytes() {
    return port.mtuBytes();
  }

  /**
   * Where a peer's queue pair is.
   *
   * @param address of the same IP version as this port
   * @param udpPort that it receives at; 4791 but between two Sennit ends
   * @param queuePair 1 to 2^24 - 2
   * @param peerQueueKey the Q_Key of that queue pair
   * @throws IllegalArgumentException if there can be no such peer
   */
  public AddressHandle addressHandle(
      IpAddress address, int udpPort, int queuePair, int peerQueueKey) {
    Bounds.checkUdpPort(udpPort);
    Bounds.checkQueuePair(queuePair);
    Flow flow = new Flow(
        config.localPort(), port.address(), config.routeLabel(), sourcePort, address, udpPort, 0);
    return new AddressHandle(flow, queuePair, peerQueueKey);
  }

  /**
   * Sends one datagram; it is copied.
   *
   * @return POSTED, QUEUE_FULL, NOT_READY once destroyed, or INVALID if it is longer than the MTU
   */
  public PostStatus send(AddressHandle to, MemorySegment from, long offset, int length) {
    return post(to, from.asSlice(offset, length), false, 0);
  }

  /** As {@link #send}, with 32 bits besides. */
  public PostStatus sendWithImmediate(AddressHandle to, MemorySegment payload, int immediate) {
    return post(to, payload, true, immediate);
  }

  private PostStatus post(
      AddressHandle to, MemorySegment payload, boolean hasImmediate, int immediate) {
    if (destroyed) {
      return PostStatus.NOT_READY;
    }
    if (payload.byteSize() > mtuBytes() || to.flow().localPort() != config.localPort()) {
      return PostStatus.INVALID;
    }
    return queue.add(to, payload, hasImmediate, immediate)
        ? PostStatus.POSTED
        : PostStatus.QUEUE_FULL;
  }

  /** Datagrams posted and not yet sent. */
  public int waiting() {
    return queue.size();
  }

  /** Ends a wait of the event loop: the receiver has something for the user. */
  public void announce() {
    engine.announceEvent();
  }

  /** Receives and sends no more; what was posted and not sent is lost. */
  public void destroy() {
    if (!destroyed) {
      destroyed = true;
      queue.clear();
      engine.datagrams().remove(this);
    }
  }

  UdReceiver receiver() {
    return receiver;
  }

  UdSendQueue queue() {
    return queue;
  }
}
