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
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Byte streams inside one process, all of which can be cut. */
final class MemoryNetwork {
  final AtomicInteger connections = new AtomicInteger();
  private final Map<InetSocketAddress, Listener> listeners = new ConcurrentHashMap<>();
  private final Map<InetSocketAddress, InetSocketAddress> redirects = new ConcurrentHashMap<>();
  private final List<Host> hosts = new CopyOnWriteArrayList<>();
  private final List<End> ends = new CopyOnWriteArrayList<>();
  private volatile boolean down;

  private record Listener(Host host, Consumer<ByteStream> onStream) {}

  /** One more participant. */
  StreamHost host(Clock clock) {
    Host host = new Host(clock);
    hosts.add(host);
    return host;
  }

  /** Cuts every stream; no new ones until {@link #repair}. */
  void cut() {
    down = true;
    for (End end : ends) {
      end.host.execute(() -> end.end("cut"));
    }
  }

  void repair() {
    down = false;
  }

  /** Lets who dials one address come out at another, and see that. */
  void redirect(InetSocketAddress from, InetSocketAddress to) {
    redirects.put(from, to);
  }

  /** Tasks for later that all participants have. */
  int timers() {
    return hosts.stream().mapToInt(host -> host.thread.getQueue().size()).sum();
  }

  private final class Host implements StreamHost {
    private final Clock clock;
    private final ScheduledThreadPoolExecutor thread =
        new ScheduledThreadPoolExecutor(1, Thread.ofPlatform().daemon().factory());

    private Host(Clock clock) {
      this.clock = clock;
      thread.setRemoveOnCancelPolicy(true);
    }

    @Override
    public boolean execute(Runnable task) {
      try {
        thread.execute(task);
        return true;
      } catch (RejectedExecutionException closed) {
        return false;
      }
    }

    @Override
    public Handle at(long dueNanos, Runnable task) {
      Future<?> timer = thread.schedule(task, dueNanos - clock.nanoTime(), TimeUnit.NANOSECONDS);
      return () -> timer.cancel(false);
    }

    @Override
    public Listening listen(InetSocketAddress address, Consumer<ByteStream> onStream) {
      listeners.put(address, new Listener(this, onStream));
      return new Listening() {
        @Override
        public InetSocketAddress localAddress() {
          return address;
        }

        @Override
        public void stop() {
          listeners.remove(address);
        }
      };
    }

    @Override
    public Handle connect(Way way, ConnectHandler handler) throws IOException {
      InetSocketAddress dialed = way.to();
      InetSocketAddress address = redirects.getOrDefault(dialed, dialed);
      Listener listener = listeners.get(address);
      if (down || listener == null) {
        throw new ConnectException("Connection refused");
      }
      connections.incrementAndGet();
      End near = new End(this, address);
      End far = new End(listener.host(), address);
      near.peer = far;
      far.peer = near;
      ends.addAll(List.of(near, far));
      listener.host().execute(() -> listener.onStream().accept(far));
      execute(() -> handler.onConnected(near));
      return near::close;
    }

    @Override
    public List<InetAddress> localAddresses() {
      return List.of();
    }

    @Override
    public Clock clock() {
      return clock;
    }

    @Override
    public void close() {
      thread.shutdownNow();
    }
  }

  /** One end of a stream; confined to its host's thread, but for {@link #deliver}. */
  private final class End implements ByteStream {
    private final Host host;
    private final SocketAddress address;
    private @Nullable End peer;
    private @Nullable StreamHandler handler;
    private boolean closed;

    private End(Host host, SocketAddress address) {
      this.host = host;
      this.address = address;
    }

    private void toPeer(Consumer<End> message) {
      End other = peer;
      if (other != null) {
        other.host.execute(() -> message.accept(other));
      }
    }

    @Override
    public void send(byte[] bytes) {
      if (!closed) {
        byte[] copy = bytes.clone();
        toPeer(other -> other.deliver(ByteBuffer.wrap(copy)));
      }
    }

    private void deliver(ByteBuffer bytes) {
      int before = -1;
      while (!closed && bytes.hasRemaining() && bytes.remaining() != before && handler != null) {
        before = bytes.remaining();
        handler.onBytes(bytes);
      }
    }

    private void end(String reason) {
      StreamHandler last = handler;
      if (!closed) {
        closed = true;
        ends.remove(this);
        if (last != null) {
          last.onEnd(reason);
        }
      }
    }

    @Override
    public void handler(StreamHandler newHandler) {
      handler = newHandler;
    }

    @Override
    public void close() {
      if (!closed) {
        closed = true;
        ends.remove(this);
        toPeer(other -> other.end(""));
      }
    }

    @Override
    public SocketAddress localAddress() {
      return address;
    }

    @Override
    public SocketAddress remoteAddress() {
      return address;
    }
  }
}
