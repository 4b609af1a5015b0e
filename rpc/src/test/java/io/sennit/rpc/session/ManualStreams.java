// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.base.Clock;
import io.sennit.rpc.session.bytes.ByteStream;
import io.sennit.rpc.session.bytes.StreamHandler;
import io.sennit.rpc.session.bytes.StreamHost;
import io.sennit.rpc.session.bytes.Way;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Streams of which nobody is at the other end, in a time that only the test lets pass. */
final class ManualStreams implements StreamHost {
  /** Which ways were tried, each time. */
  final List<Way> dialed = new ArrayList<>();

  boolean refuses;
  List<InetAddress> own = List.of();
  int listings;
  private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
  private final List<Timer> timers = new ArrayList<>();
  private long nowNanos = 1;

  private record Timer(long dueNanos, Runnable task) {}

  /** One from an address, that sends nothing. */
  record Stream(InetSocketAddress localAddress) implements ByteStream {
    @Override
    public void send(byte[] bytes) {}

    @Override
    public void handler(StreamHandler handler) {}

    @Override
    public void close() {}

    @Override
    public SocketAddress remoteAddress() {
      return localAddress;
    }
  }

  /** Does all that is due within that time. */
  void pass(long millis) {
    long endNanos = nowNanos + millis * 1_000_000;
    runTasks();
    for (Timer next = first(); next != null && next.dueNanos() <= endNanos; next = first()) {
      timers.remove(next);
      nowNanos = Math.max(nowNanos, next.dueNanos());
      next.task().run();
      runTasks();
    }
    nowNanos = endNanos;
  }

  private @Nullable Timer first() {
    return timers.stream().min(Comparator.comparingLong(Timer::dueNanos)).orElse(null);
  }

  private void runTasks() {
    while (!tasks.isEmpty()) {
      tasks.removeFirst().run();
    }
  }

  @Override
  public boolean execute(Runnable task) {
    return tasks.add(task);
  }

  @Override
  public Handle at(long dueNanos, Runnable task) {
    Timer timer = new Timer(dueNanos, task);
    timers.add(timer);
    return () -> timers.remove(timer);
  }

  @Override
  public Listening listen(InetSocketAddress address, Consumer<ByteStream> onStream) {
    throw new AssertionError("nobody listens here");
  }

  @Override
  public Handle connect(Way way, ConnectHandler handler) throws IOException {
    dialed.add(way);
    if (refuses) {
      throw new ConnectException("Connection refused");
    }
    return () -> {};
  }

  @Override
  public List<InetAddress> localAddresses() {
    listings++;
    return own;
  }

  @Override
  public Clock clock() {
    return () -> nowNanos;
  }

  @Override
  public void close() {}
}
