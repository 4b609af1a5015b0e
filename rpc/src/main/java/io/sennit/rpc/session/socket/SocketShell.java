// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session.socket;

import io.sennit.base.BoundedMpscQueue;
import io.sennit.base.Clock;
import io.sennit.base.LastResort;
import io.sennit.base.LineThrottle;
import io.sennit.rpc.session.bytes.ByteStream;
import io.sennit.rpc.session.bytes.StreamHost;
import io.sennit.rpc.session.bytes.Way;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One thread for all bootstraps and lifelines of a process: sockets, their timers, and tasks. With
 * {@link SocketStream} the only place of this room that touches sockets. It is a platform thread of
 * its own, so that applications which occupy every carrier of virtual threads cannot silence it.
 *
 * <p>Threads: as {@link StreamHost} says. The caller closes it.
 */
public final class SocketShell implements StreamHost {
  private static final Logger LOG = LoggerFactory.getLogger(SocketShell.class);
  private static final int TASK_CAPACITY = 1 << 16;
  private static final int SCRATCH_BYTES = 64 << 10;
  private static final int BACKLOG = 1024;
  /** Most closed streams that wait for their peers; beyond it they are cut off. */
  private static final int MAX_LINGERING = 256;

  private static final long ACCEPT_PAUSE_NANOS = 100_000_000;
  private static final long LINE_PAUSE_NANOS = 1_000_000_000;

  private final Clock clock;
  private final Selecting selecting;
  private final LastResort lastResort;
  private final Thread thread;
  private final TimerQueue timers;
  private final BoundedMpscQueue<Runnable> tasks = new BoundedMpscQueue<>(TASK_CAPACITY);
  private final ByteBuffer scratch = ByteBuffer.allocateDirect(SCRATCH_BYTES);
  private final LineThrottle acceptLines = new LineThrottle(LINE_PAUSE_NANOS);
  private volatile Selector selector;
  private boolean suspect;
  private List<InetAddress> rails = List.of();
  private int lingering;
  private @Nullable SocketStream owing;
  private volatile boolean closing;

  /** How to wait for what is ready. */
  @FunctionalInterface
  interface Selecting {
    /**
     * Waits.
     *
     * @param millis as {@link Selector#select(long)} has it; negative: do not wait
     */
    void select(Selector selector, long millis) throws IOException;
  }

  /**
   * Starts the thread.
   *
   * @throws UncheckedIOException if no selector can be had
   */
  public SocketShell(String name, Clock clock) {
    this(name, clock, SocketShell::select);
  }

  SocketShell(String name, Clock clock, Selecting selecting) {
    this.clock = clock;
    this.selecting = selecting;
    try {
      selector = Selector.open();
    } catch (IOException e) {
      throw new UncheckedIOException("no selector can be opened: " + SocketStream.reason(e), e);
    }
    lastResort = new LastResort(name, () -> selector.wakeup());
    timers = new TimerQueue(lastResort);
    thread = Thread.ofPlatform().daemon().name(name).unstarted(this::run);
    boolean started = false;
    try {
      lastResort.start(thread);
      started = true;
    } finally {
      if (!started) {
        closeQuietly(selector);
      }
    }
  }

  private static void select(Selector selector, long millis) throws IOException {
    if (millis < 0) {
      selector.selectNow();
    } else {
      selector.select(millis);
    }
  }

  @Override
  public boolean execute(Runnable task) {
    if (closing || !tasks.offer(task)) {
      return false;
    }
    if (Thread.currentThread() != thread) {
      selector.wakeup();
    }
    return true;
  }

  @Override
  public Handle at(long dueNanos, Runnable task) {
    return timers.at(dueNanos, task);
  }

  @Override
  public Listening listen(InetSocketAddress address, Consumer<ByteStream> onStream)
      throws IOException {
    ServerSocketChannel server = ServerSocketChannel.open();
    try {
      server.setOption(StandardSocketOptions.SO_REUSEADDR, true);
      server.bind(address, BACKLOG);
      server.configureBlocking(false);
    } catch (IOException | RuntimeException e) {
      server.close();
      throw e;
    }
    if (!execute(() -> register(server, onStream))) {
      server.close();
      throw new IOException("the socket thread is closed");
    }
    return new Port(server, (InetSocketAddress) server.getLocalAddress());
  }

  /** The port is free when the selector has turned once more. */
  private final class Port implements Listening {
    private final ServerSocketChannel server;
    private final InetSocketAddress local;

    private Port(ServerSocketChannel server, InetSocketAddress local) {
      this.server = server;
      this.local = local;
    }

    @Override
    public InetSocketAddress localAddress() {
      return local;
    }

    @Override
    public void stop() {
      closeQuietly(server);
      selector.wakeup();
    }
  }

  @Override
  public Handle connect(Way way, ConnectHandler handler) throws IOException {
    SocketChannel channel = SocketChannel.open();
    try {
      channel.configureBlocking(false);
      if (way.from().isPresent()) {
        channel.bind(new InetSocketAddress(way.from().get(), 0));
      }
      SelectionKey key = channel.register(selector, SelectionKey.OP_CONNECT, handler);
      if (channel.connect(way.to())) {
        finishConnect(key, handler);
      }
      return () -> closeQuietly(channel);
    } catch (IOException | RuntimeException e) {
      closeQuietly(channel);
      throw e;
    }
  }

  /** Looks once for all that ask in one turn: every session does when a port has changed. */
  @Override
  public List<InetAddress> localAddresses() {
    if (rails.isEmpty()) {
      rails = LocalRails.addresses();
    }
    return rails;
  }

  /** Takes a place among the closed streams that wait for their peers; false if all are taken. */
  boolean mayLinger() {
    boolean free = lingering < MAX_LINGERING;
    lingering += free ? 1 : 0;
    return free;
  }

  /** Gives the place back. */
  void lingered() {
    lingering--;
  }

  @Override
  public Clock clock() {
    return clock;
  }

  @Override
  public void close() {
    closing = true;
    selector.wakeup();
  }

  private void run() {
    lastResort.live(this::serve);
    lastResort.live(this::closeAll);
    lastResort.close();
  }

  private void serve() throws IOException {
    while (!closing) {
      lastResort.turned(clock.nanoTime());
      turn();
    }
  }

  private void turn() throws IOException {
    rails = List.of();
    if (suspect) {
      renew();
    }
    tellOwed();
    runTasks();
    timers.run(clock.nanoTime());
    select();
    Iterator<SelectionKey> ready = selector.selectedKeys().iterator();
    while (ready.hasNext()) {
      SelectionKey key = ready.next();
      ready.remove();
      serve(key);
    }
  }

  private void select() throws IOException {
    suspect = true;
    selecting.select(selector, waitMillis());
    rails = List.of();
    suspect = false;
  }

  private long waitMillis() {
    long left = timers.leftNanos(clock.nanoTime());
    if (!tasks.isEmpty() || left == 0 || owing != null) {
      return -1;
    }
    // Rounded up, so that a timer is not met a little too early and spun for.
    return left == Long.MAX_VALUE ? 0 : TimeUnit.NANOSECONDS.toMillis(left) + 1;
  }

  /**
   * A selector that has thrown may have lost a key that was on its way in or out, of which nobody
   * would hear any more: all that are left go to a new one.
   */
  private void renew() throws IOException {
    Selector old = selector;
    Selector fresh = Selector.open();
    boolean moved = false;
    try {
      for (SelectionKey key : old.keys()) {
        move(key, fresh);
      }
      moved = true;
    } finally {
      closeQuietly(moved ? old : fresh);
    }
    selector = fresh;
    fresh.wakeup(); // Whoever woke the old one meanwhile meant this.
    suspect = false;
  }

  private static void move(SelectionKey key, Selector to) {
    try {
      key.channel().register(to, key.interestOps(), key.attachment());
    } catch (CancelledKeyException | ClosedChannelException gone) {
      // It goes with the old one.
    }
  }

  private void runTasks() {
    for (int i = tasks.size(); i > 0; i--) {
      Runnable task = tasks.poll();
      if (task != null) {
        run(task);
      }
    }
  }

  private void run(Runnable task) {
    try {
      task.run();
    } catch (Throwable thrown) {
      lastResort.caught(thrown);
    }
  }

  private void serve(SelectionKey key) {
    if (!key.isValid()) {
      return;
    }
    switch (key.attachment()) {
      case SocketStream stream -> serve(key, stream);
      case ConnectHandler handler -> connected(key, handler);
      case Consumer<?> onStream -> accept(key);
      case null, default -> throw new IllegalStateException("key of " + key.attachment());
    }
  }

  private void serve(SelectionKey key, SocketStream stream) {
    try {
      if (key.isWritable()) {
        stream.flush();
      }
      if (key.isValid() && key.isReadable()) {
        stream.read(scratch);
      }
    } catch (Throwable thrown) {
      lastResort.caught(thrown);
      crash(stream);
    }
  }

  /** Ends a stream; tells its handler later, if there is no memory even for that. */
  private void crash(SocketStream stream) {
    try {
      stream.crash();
    } catch (Throwable again) {
      lastResort.caught(again);
    }
  }

  /** The stream's handler could not be told of its end: it is told again by the next turn. */
  void owe(SocketStream stream) {
    stream.nextOwing = owing;
    owing = stream;
  }

  private void tellOwed() {
    SocketStream next = owing;
    owing = null;
    if (next != null) {
      lastResort.pause();
    }
    while (next != null) {
      SocketStream stream = next;
      next = stream.nextOwing;
      stream.nextOwing = null;
      crash(stream);
    }
  }

  private void connected(SelectionKey key, ConnectHandler handler) {
    try {
      finishConnect(key, handler);
    } catch (Throwable thrown) {
      lastResort.caught(thrown);
      closeAccepted((SocketChannel) key.channel());
    }
  }

  private void register(ServerSocketChannel server, Consumer<ByteStream> onStream) {
    try {
      server.register(selector, SelectionKey.OP_ACCEPT, onStream);
    } catch (IOException e) {
      closeQuietly(server);
    }
  }

  private void finishConnect(SelectionKey key, ConnectHandler handler) {
    SocketChannel channel = (SocketChannel) key.channel();
    SocketStream stream;
    try {
      if (!channel.finishConnect()) {
        return;
      }
      stream = new SocketStream(this, channel);
    } catch (IOException e) {
      closeQuietly(channel);
      handler.onFailed(e);
      return;
    }
    key.attach(stream);
    key.interestOps(SelectionKey.OP_READ);
    handler.onConnected(stream);
  }

  @SuppressWarnings("unchecked") // Only listen() registers with OP_ACCEPT.
  private void accept(SelectionKey key) {
    ServerSocketChannel server = (ServerSocketChannel) key.channel();
    Consumer<ByteStream> onStream = (Consumer<ByteStream>) key.attachment();
    SocketChannel channel = null;
    try {
      channel = server.accept();
      if (channel == null) {
        return;
      }
      channel.configureBlocking(false);
      SelectionKey streamKey = channel.register(selector, SelectionKey.OP_READ);
      SocketStream stream = new SocketStream(this, channel);
      streamKey.attach(stream);
      onStream.accept(stream);
    } catch (IOException e) {
      warnNotAccepted(e);
      pauseAccepting(key);
      closeAccepted(channel);
    } catch (Throwable thrown) {
      lastResort.caught(thrown);
      closeAccepted(channel);
    }
  }

  /** Nobody will have it. */
  private void closeAccepted(@Nullable SocketChannel channel) {
    SelectionKey key = channel == null ? null : channel.keyFor(selector);
    if (key != null && key.attachment() instanceof SocketStream stream) {
      crash(stream);
    } else if (channel != null) {
      closeQuietly(channel);
    }
  }

  private void warnNotAccepted(IOException cause) {
    long heldBack = acceptLines.ask(clock.nanoTime());
    if (heldBack != LineThrottle.HELD_BACK) {
      LOG.warn(
          "a connection could not be accepted: {}; {} such lines were held back",
          SocketStream.reason(cause),
          heldBack);
    }
  }

  /** Out of descriptors, say: the key stays ready, and trying at once again would spin. */
  private void pauseAccepting(SelectionKey key) {
    if (key.isValid()) {
      at(
          clock.nanoTime() + ACCEPT_PAUSE_NANOS,
          () -> interest(key.channel(), SelectionKey.OP_ACCEPT, true));
      interest(key.channel(), SelectionKey.OP_ACCEPT, false);
    }
  }

  /** Whether to hear of something; of a channel that is closed nothing is heard. */
  void interest(SelectableChannel channel, int ops, boolean wanted) {
    SelectionKey key = channel.keyFor(selector);
    if (key == null || !key.isValid()) {
      return;
    }
    if (wanted) {
      key.interestOpsOr(ops);
    } else {
      key.interestOpsAnd(~ops);
    }
  }

  private void closeAll() {
    for (SelectionKey key : selector.keys()) {
      if (key.attachment() instanceof SocketStream stream) {
        stream.closeNow();
      } else {
        closeQuietly(key.channel());
      }
    }
    closeQuietly(selector);
  }

  private void closeQuietly(AutoCloseable resource) {
    try {
      resource.close();
    } catch (Exception alreadyGone) {
      LOG.debug("closing {} failed", resource, alreadyGone);
    } catch (Throwable thrown) {
      lastResort.caught(thrown);
    }
  }
}
