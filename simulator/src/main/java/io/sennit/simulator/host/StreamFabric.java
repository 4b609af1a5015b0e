// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.host;

import io.sennit.base.Randomness;
import io.sennit.roce.wire.IpAddress;
import io.sennit.rpc.session.bytes.ByteStream;
import io.sennit.rpc.session.bytes.StreamHost;
import io.sennit.rpc.session.bytes.Way;
import io.sennit.simulator.Scheduler;
import io.sennit.simulator.TraceEvent;
import io.sennit.simulator.World;
import io.sennit.simulator.fabric.Fabric;
import io.sennit.simulator.fabric.HostPort;
import io.sennit.simulator.fabric.Link;
import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Byte streams between the hosts of a fabric, as kernels carry them: a segment passes while the
 * links of both ports do, and is sent again until it has. They take no room on the links. Confined
 * to the world's thread.
 */
public final class StreamFabric {
  private static final TraceEvent ARRIVED = TraceEvent.of("stream", "line", "kind", "bytes");
  private static final long FIRST_RETRY_NANOS = 200_000_000;
  private static final long LONGEST_RETRY_NANOS = 3_200_000_000L;
  private static final int FIRST_CLIENT_PORT = 40_000;

  /** Of those that are given out to whoever does not name one. */
  private static final int FIRST_FREE_PORT = 32_768;

  private final World world;
  private final Scheduler scheduler;
  private final Fabric fabric;
  private final Randomness random;
  /** The host of each port. */
  private final List<Integer> hosts = new ArrayList<>();

  private final List<Listener> listeners = new ArrayList<>();
  private final List<StreamLine> lines = new ArrayList<>();
  private boolean refusing;
  private int connected;

  private record Listener(StreamThread thread, int port, Consumer<ByteStream> onStream) {}

  /** Begins with nobody who listens. */
  public StreamFabric(World world, Fabric fabric) {
    this.world = world;
    this.fabric = fabric;
    scheduler = world.scheduler();
    random = world.seeds().randomness("streams");
    for (int host = 0; host < fabric.topology().hosts().size(); host++) {
      for (int port = 0; port < fabric.portsOf(host).size(); port++) {
        hosts.add(host);
      }
    }
  }

  /** The addresses of a host's ports, in their order. */
  public List<InetAddress> addressesOf(Host host) {
    return host.ports().stream().map(port -> port.address().toInetAddress()).toList();
  }

  /** Byte streams that are not over, the oldest first. */
  public List<StreamLine> lines() {
    lines.removeIf(StreamLine::isOver);
    return List.copyOf(lines);
  }

  /** Those of them that a process on one host has opened to one on another. */
  public List<StreamLine> between(Host client, Host server) {
    return lines().stream().filter(line -> line.leads(client, server)).toList();
  }

  /** How many have been opened so far, which is the number of the next one. */
  public int connected() {
    return connected;
  }

  /** Has everybody who connects be refused, as by a process that is not up yet, or no more. */
  public void refuse(boolean newRefusing) {
    refusing = newRefusing;
  }

  StreamHost.Listening listen(
      StreamThread thread, InetSocketAddress wanted, Consumer<ByteStream> onStream)
      throws IOException {
    InetSocketAddress address = wanted.getPort() == 0
        ? new InetSocketAddress(wanted.getAddress(), freePort(thread.host().number()))
        : wanted;
    Listener listener = new Listener(thread, address.getPort(), onStream);
    if (find(thread.host().number(), address.getPort()) != null) {
      throw new BindException("Address already in use");
    }
    listeners.add(listener);
    return new StreamHost.Listening() {
      @Override
      public InetSocketAddress localAddress() {
        return address;
      }

      @Override
      public void stop() {
        listeners.remove(listener);
      }
    };
  }

  private int freePort(int host) {
    int port = FIRST_FREE_PORT;
    while (find(host, port) != null) {
      port++;
    }
    return port;
  }

  private @Nullable Listener find(int host, int port) {
    for (Listener each : listeners) {
      if (each.thread().host().number() == host && each.port() == port) {
        return each;
      }
    }
    return null;
  }

  StreamHost.Handle connect(StreamThread thread, Way way, StreamHost.ConnectHandler handler)
      throws IOException {
    Optional<HostPort> target = fabric.portAt(IpAddress.of(way.to().getAddress()));
    if (target.isEmpty()) {
      return () -> {}; // Nobody answers, not even that there is nobody.
    }
    HostPort source = source(thread.host(), way, target.get());
    Knock knock = new Knock(thread, source, target.get(), way.to(), handler);
    knock.knock(0);
    return knock;
  }

  /** Without a wish: the port with the number of the other one, as if they hung on one rail. */
  private HostPort source(Host host, Way way, HostPort target) throws IOException {
    List<HostPort> own = host.ports();
    if (way.from().isEmpty()) {
      int at = fabric.portsOf(hosts.get(target.index())).indexOf(target);
      return own.get(at % own.size());
    }
    return fabric
        .portAt(IpAddress.of(way.from().get()))
        .filter(own::contains)
        .orElseThrow(() -> new BindException("Cannot assign requested address"));
  }

  /** A process is gone: its host ends its streams. */
  void leave(StreamThread thread) {
    listeners.removeIf(each -> each.thread() == thread);
    for (StreamLine line : lines()) {
      line.ends().stream().filter(end -> end.thread() == thread).forEach(StreamEnd::abort);
    }
  }

  private Link into(HostPort port) {
    return fabric.links().get(port.link().index() ^ 1);
  }

  /** Somebody who wants to connect, until he has been answered or has given up. */
  private final class Knock implements StreamHost.Handle {
    private final StreamThread thread;
    private final HostPort source;
    private final HostPort target;
    private final InetSocketAddress to;
    private final StreamHost.ConnectHandler handler;
    private final Route there;
    private final Route back;
    private long retryNanos = FIRST_RETRY_NANOS;
    private @Nullable StreamEnd end;
    private boolean cancelled;

    private Knock(
        StreamThread thread,
        HostPort source,
        HostPort target,
        InetSocketAddress to,
        StreamHost.ConnectHandler handler) {
      this.thread = thread;
      this.source = source;
      this.to = to;
      this.handler = handler;
      this.target = target;
      there = Route.between(source, target, into(target));
      back = Route.between(target, source, into(source));
    }

    /** Its host closes what the other one has opened meanwhile, even if it never hears of that. */
    @Override
    public void cancel() {
      cancelled = true;
      StreamEnd made = end;
      if (made != null && made.isConnecting()) {
        made.abort();
      }
    }

    private void knock(long due) {
      if (cancelled || thread.isClosed()) {
        return;
      }
      if (there.passes(random)) {
        scheduler.after(there.delayNanos(random), this::reach, 0);
      } else {
        again();
      }
    }

    private void again() {
      scheduler.after(retryNanos, this::knock, 0);
      retryNanos = Math.min(2 * retryNanos, LONGEST_RETRY_NANOS);
    }

    private void reach(long due) {
      Listener listener = refusing ? null : find(hosts.get(target.index()), to.getPort());
      if (listener != null) {
        open(listener);
      } else if (back.passes(random)) {
        scheduler.after(back.delayNanos(random), refused -> thread.execute(this::refused), 0);
      } else {
        again();
      }
    }

    private void refused() {
      if (!cancelled) {
        handler.onFailed(new ConnectException("Connection refused"));
      }
    }

    private void open(Listener listener) {
      int number = connected++;
      InetSocketAddress from =
          new InetSocketAddress(source.address().toInetAddress(), FIRST_CLIENT_PORT + number);
      StreamEnd client = new StreamEnd(thread, from, to);
      StreamEnd server = new StreamEnd(listener.thread(), to, from);
      Pipe toServer = new Pipe(scheduler, random, there, part -> arrive(server, number, part));
      Pipe toClient = new Pipe(scheduler, random, back, part -> arrive(client, number, part));
      client.out(toServer);
      server.out(toClient);
      client.connecting(new Answered(this, client));
      end = client;
      lines.add(new StreamLine(number, client, server, toServer, toClient));
      toClient.send(Pipe.Kind.CONNECTED);
      if (!listener
          .thread()
          .execute(() -> server.guard(() -> listener.onStream().accept(server)))) {
        server.abort();
      }
    }
  }

  @SuppressWarnings("EnumOrdinal") // for the trace
  private void arrive(StreamEnd end, int number, Pipe.Segment segment) {
    world.trace().add(ARRIVED, number, segment.kind().ordinal(), segment.bytes().length);
    end.arrive(segment);
  }

  /** Hears that a stream is there, which nobody may want any more. */
  private record Answered(Knock knock, StreamEnd end) implements StreamHost.ConnectHandler {
    @Override
    public void onConnected(ByteStream stream) {
      if (knock.cancelled) {
        end.abort();
      } else {
        knock.handler.onConnected(stream);
      }
    }

    @Override
    public void onFailed(IOException cause) {
      if (!knock.cancelled) {
        knock.handler.onFailed(cause);
      }
    }
  }
}
