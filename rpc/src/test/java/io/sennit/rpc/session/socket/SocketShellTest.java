// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session.socket;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.base.Clock;
import io.sennit.rpc.session.bytes.ByteStream;
import io.sennit.rpc.session.bytes.StreamHandler;
import io.sennit.rpc.session.bytes.StreamHost;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.channels.Selector;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The one thread for sockets goes on whatever is thrown on it, and what threw ends. */
final class SocketShellTest {
  private static final InetSocketAddress ANY =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

  private final SocketShell shell = new SocketShell("shell-under-test", Clock.system());

  @AfterEach
  void close() {
    shell.close();
  }

  /** Throws at every byte, and at its end as often as it is told to. */
  private static final class Failing implements StreamHandler {
    final CompletableFuture<String> end = new CompletableFuture<>();
    final AtomicInteger ends = new AtomicInteger();
    final int failingEnds;

    Failing(int failingEnds) {
      this.failingEnds = failingEnds;
    }

    @Override
    public void onBytes(ByteBuffer bytes) {
      throw new OutOfMemoryError("expected by the test");
    }

    @Override
    public void onEnd(String reason) {
      if (ends.incrementAndGet() <= failingEnds) {
        throw new OutOfMemoryError("expected by the test");
      }
      end.complete(reason);
    }
  }

  @Test
  void aStreamWhoseHandlerHasNoMemoryEndsAndItsHandlerIsToldUntilItHears() throws Exception {
    for (int failingEnds = 0; failingEnds < 4; failingEnds++) {
      Failing handler = new Failing(failingEnds);
      StreamHost.Listening listening =
          shell.listen(ANY, (ByteStream stream) -> stream.handler(handler));
      try (Socket socket = connect(listening)) {
        socket.getOutputStream().write(1);
        String reason = handler.end.get(20, TimeUnit.SECONDS);
        assertEquals("this process could not go on with the connection", reason);
        assertEquals(failingEnds + 1, handler.ends.get());
        assertEquals(-1, endOf(socket), "the connection is closed");
      }
      listening.stop();
    }
    runTask();
  }

  @Test
  void aConnectionThatNobodyCanTakeIsClosedAndTheNextOneIsTaken() throws Exception {
    AtomicInteger came = new AtomicInteger();
    CompletableFuture<Void> taken = new CompletableFuture<>();
    StreamHost.Listening listening = shell.listen(ANY, stream -> {
      if (came.incrementAndGet() == 1) {
        throw new OutOfMemoryError("expected by the test");
      }
      taken.complete(null);
    });
    try (Socket first = connect(listening)) {
      assertEquals(-1, endOf(first), "the connection is closed");
    }
    try (Socket second = connect(listening)) {
      taken.get(20, TimeUnit.SECONDS);
      assertTrue(second.isConnected());
    }
  }

  @Test
  void aTimerThatHasNoMemoryRunsAgain() throws Exception {
    AtomicInteger runs = new AtomicInteger();
    CompletableFuture<Void> done = new CompletableFuture<>();
    shell.execute(() -> shell.at(shell.clock().nanoTime(), () -> {
      if (runs.incrementAndGet() < 3) {
        throw new OutOfMemoryError("expected by the test");
      }
      done.complete(null);
    }));
    done.get(20, TimeUnit.SECONDS);
    assertEquals(3, runs.get());
  }

  @Test
  void aTaskThatThrowsEndsNothingElse() throws Exception {
    shell.execute(() -> {
      throw new OutOfMemoryError("expected by the test");
    });
    runTask();
  }

  /** As if the JDK had lost all that it knew of its sockets. */
  @Test
  void aSelectorThatThrowsIsReplacedAndEveryStreamGoesOn() throws Exception {
    AtomicReference<Selector> broken = new AtomicReference<>();
    SocketShell.Selecting selecting = (selector, millis) -> {
      if (selector.equals(broken.get())) {
        throw new OutOfMemoryError("expected by the test");
      }
      selector.select(millis < 0 ? 1 : millis);
      if (broken.get() == null && selector.keys().size() == 2) {
        broken.set(selector);
        throw new OutOfMemoryError("expected by the test");
      }
    };
    try (SocketShell fragile = new SocketShell("fragile-shell", Clock.system(), selecting)) {
      StreamHost.Listening listening =
          fragile.listen(ANY, (ByteStream stream) -> stream.handler(new Echo(stream)));
      try (Socket old = connect(listening);
          Socket fresh = connect(listening)) {
        assertEquals(7, echo(old, 7), "a stream that was there before");
        assertEquals(8, echo(fresh, 8), "a stream that came afterwards");
      }
    }
    assertTrue(broken.get() != null && !broken.get().isOpen(), "the old one is closed");
  }

  /** Whoever closes it may have woken the selector that is no more. */
  @Test
  void aShellThatIsClosedWhileItsSelectorIsReplacedEnds() throws Exception {
    AtomicReference<@Nullable SocketShell> toClose = new AtomicReference<>();
    AtomicBoolean broken = new AtomicBoolean();
    Clock closing = () -> {
      SocketShell shell = broken.get() ? toClose.getAndSet(null) : null;
      if (shell != null) {
        shell.close();
      }
      return System.nanoTime();
    };
    SocketShell.Selecting selecting = (selector, millis) -> {
      selector.select(millis < 0 ? 1 : millis);
      if (selector.keys().size() == 2 && broken.compareAndSet(false, true)) {
        throw new OutOfMemoryError("expected by the test");
      }
    };
    try (SocketShell fragile = new SocketShell("closed-shell", closing, selecting)) {
      StreamHost.Listening listening =
          fragile.listen(ANY, (ByteStream stream) -> stream.handler(new Echo(stream)));
      toClose.set(fragile);
      try (Socket socket = connect(listening)) {
        socket.getOutputStream().write(1);
        int read = endOf(socket);
        assertEquals(-1, read == 1 ? endOf(socket) : read, "the connection is closed");
      }
    }
  }

  /** Sends everything back. */
  private record Echo(ByteStream stream) implements StreamHandler {
    @Override
    public void onBytes(ByteBuffer bytes) {
      byte[] all = new byte[bytes.remaining()];
      bytes.get(all);
      stream.send(all);
    }

    @Override
    public void onEnd(String reason) {
      stream.close();
    }
  }

  private static int echo(Socket socket, int value) throws IOException {
    socket.getOutputStream().write(value);
    return socket.getInputStream().read();
  }

  private void runTask() throws Exception {
    CompletableFuture<Void> ran = new CompletableFuture<>();
    assertTrue(shell.execute(() -> ran.complete(null)));
    ran.get(20, TimeUnit.SECONDS);
  }

  private static Socket connect(StreamHost.Listening listening) throws IOException {
    Socket socket = new Socket();
    socket.connect(listening.localAddress(), 20_000);
    socket.setSoTimeout(20_000);
    return socket;
  }

  /** -1 if the peer closes it, in order or not. */
  private static int endOf(Socket socket) throws IOException {
    try {
      return socket.getInputStream().read();
    } catch (SocketException reset) {
      return -1;
    }
  }
}
