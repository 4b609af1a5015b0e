// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.guest;

import io.sennit.base.Clock;
import io.sennit.roce.AddressHandle;
import io.sennit.roce.UdMessage;
import io.sennit.roce.UdQueuePair;
import io.sennit.roce.foreign.ForeignEndpoint;
import io.sennit.roce.wire.IpAddress;
import io.sennit.system.guest.PingPong.Destination;
import io.sennit.verbs.PostStatus;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** What rdma-core's {@code ibv_ud_pingpong} does, on either side of it. */
final class UdPingPong {
  private static final int MESSAGE_BYTES = 1_000;
  private static final int MESSAGES = 100;
  private static final int QUEUE_KEY = 0x1111_1111;
  private static final int SEND_DEPTH = 8;
  private static final byte FILLING = 0x7b;

  private final Addresses addresses;

  UdPingPong(Addresses addresses) {
    this.addresses = addresses;
  }

  private String command() {
    return "ibv_ud_pingpong -d rxe0 -e -g " + addresses.guestGidIndex() + " -s " + MESSAGE_BYTES
        + " -n " + MESSAGES;
  }

  /** Our end; what comes is counted, and looked at. */
  private static final class End implements AutoCloseable {
    private final ForeignEndpoint endpoint;
    private final UdQueuePair queuePair;
    private final MemorySegment sent = Arena.ofAuto().allocate(MESSAGE_BYTES).fill(FILLING);
    private final Clock clock = Clock.system();
    private int received;

    End(Addresses addresses) {
      endpoint = ForeignEndpoint.open(addresses.own.getHostAddress(), Map.of());
      queuePair = endpoint.createUdQueuePair(QUEUE_KEY, SEND_DEPTH, this::receive);
    }

    private void receive(UdMessage message, long nowNanos) {
      if (message.payloadBytes() != MESSAGE_BYTES) {
        throw new IllegalStateException(message.payloadBytes() + " bytes came");
      }
      received++;
      queuePair.announce();
    }

    void send(AddressHandle to) {
      PostStatus status = queuePair.send(to, sent, 0, MESSAGE_BYTES);
      if (status != PostStatus.POSTED) {
        throw new IllegalStateException("sending: " + status);
      }
    }

    /** Drives the endpoint until so many have come. */
    void awaitReceived(int count) {
      await(() -> received >= count);
    }

    void await(CompletableFuture<?> future) {
      await(future::isDone);
    }

    private void await(BooleanSupplier done) {
      long startNanos = clock.nanoTime();
      while (!done.getAsBoolean()) {
        if (clock.nanoTime() - startNanos > RoceSide.PATIENCE_NANOS) {
          throw new IllegalStateException("only " + received + " datagrams came");
        }
        endpoint.channel().await(TimeUnit.MILLISECONDS.toNanos(10));
      }
    }

    @Override
    public void close() {
      queuePair.destroy();
      endpoint.close();
    }
  }

  /** The guest's program is the server. */
  void asClient() throws Exception {
    CompletableFuture<String> theirs = GuestAgent.start(command());
    try (End end = new End(addresses)) {
      AddressHandle peer;
      try (Socket socket =
          GuestAgent.connect(Addresses.AGENT, PingPong.PORT, TimeUnit.SECONDS.toNanos(30))) {
        socket.getOutputStream().write(own(end).line());
        peer = handle(end, socket);
        socket.getOutputStream().write(PingPong.DONE);
      }
      for (int message = 1; message <= MESSAGES; message++) {
        end.send(peer);
        end.awaitReceived(message);
      }
      end.await(theirs);
      PingPong.checkTheirs(theirs.get(), MESSAGES);
    }
  }

  /** The guest's program is the client. */
  void asServer() throws Exception {
    try (End end = new End(addresses);
        ServerSocket listening = new ServerSocket(PingPong.PORT, 1, addresses.own)) {
      CompletableFuture<String> theirs =
          GuestAgent.start(command() + " " + addresses.own.getHostAddress());
      listening.setSoTimeout(30_000);
      AddressHandle peer;
      try (Socket socket = listening.accept()) {
        socket.setSoTimeout(30_000);
        peer = handle(end, socket);
        socket.getOutputStream().write(own(end).line());
        PingPong.read(socket, PingPong.DONE.length);
      }
      for (int message = 1; message <= MESSAGES; message++) {
        end.awaitReceived(message);
        end.send(peer);
      }
      end.await(theirs);
      PingPong.checkTheirs(theirs.get(), MESSAGES);
    }
  }

  private Destination own(End end) {
    return new Destination(end.queuePair.number(), 0, Addresses.gid(addresses.own));
  }

  private AddressHandle handle(End end, Socket socket) throws IOException {
    Destination peer = Destination.parse(PingPong.read(socket, PingPong.LINE_BYTES));
    IpAddress guest = IpAddress.of(addresses.guest);
    return end.endpoint.addressHandle(end.queuePair, guest, peer.queuePair(), QUEUE_KEY);
  }
}
