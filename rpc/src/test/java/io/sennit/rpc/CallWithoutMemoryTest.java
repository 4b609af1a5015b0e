// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.base.Clock;
import io.sennit.rpc.admission.Admission;
import io.sennit.rpc.admission.AdmissionConfig;
import io.sennit.rpc.session.EventLoop;
import io.sennit.rpc.session.EventLoopConfig;
import io.sennit.rpc.stream.IncomingCall;
import io.sennit.rpc.stream.OpenCall;
import io.sennit.rpc.stream.RpcStream;
import io.sennit.rpc.stream.Session;
import io.sennit.rpc.stream.SessionInfo;
import io.sennit.rpc.stream.StreamEnd;
import io.sennit.rpc.stream.StreamListener;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a call holds of its server comes back, and others go on, where there is no memory. */
final class CallWithoutMemoryTest {
  private static final Method<Body, Body> METHOD = Method.raw("a/b");
  private static final IncomingCall CALL =
      new IncomingCall("a/b", Metadata.EMPTY, OpenCall.NO_TIMEOUT);

  private final EventLoop loop = new EventLoop(
      "loop-under-test", EventLoopConfig.defaults(), Clock.system(), new QuietChannel());
  private final Admission admission = new Admission(AdmissionConfig.defaults(), Map.of());
  private final CompletableFuture<String> cancelled = new CompletableFuture<>();
  private final AtomicInteger closed = new AtomicInteger();
  private boolean full;

  @AfterEach
  void close() {
    loop.close();
  }

  /** One that cannot send anything, and can do nothing at all while the heap is full. */
  private RpcStream stream() {
    InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
    SessionInfo info = new SessionInfo("test", address, address, 1, false);
    Session session =
        (Session) proxy(Session.class, (method, arguments) -> method.equals("info") ? info : null);
    return (RpcStream) proxy(RpcStream.class, (method, arguments) -> {
      switch (method) {
        case "cancel" -> cancelled.complete(String.valueOf(arguments[0]));
        case "session" -> {
          return session;
        }
        case "hasDeadline" -> {
          return false;
        }
        default -> {
          if (full || method.equals("end")) {
            throw new OutOfMemoryError("expected by the test");
          }
        }
      }
      return null;
    });
  }

  /** What a method of an interface does. */
  private interface Doing {
    @Nullable
    Object apply(String method, Object[] arguments);
  }

  private static Object proxy(Class<?> type, Doing doing) {
    return Proxy.newProxyInstance(
        type.getClassLoader(),
        new Class<?>[] {type},
        (self, method, arguments) -> doing.apply(method.getName(), arguments));
  }

  private Dispatcher dispatcher(UnaryHandler<Body, Body> handler, @Nullable Executor executor) {
    Route route = executor == null
        ? new UnaryRoute<>(METHOD, handler, Runnable::run, true)
        : new UnaryRoute<>(METHOD, handler, executor, false);
    return new Dispatcher(Map.of("a/b", route), any -> loop, admission);
  }

  private Body request() {
    return Body.wrap(MemorySegment.ofArray(new byte[1]), closed::incrementAndGet);
  }

  private int open() {
    return admission.report("test", Clock.system().nanoTime()).open();
  }

  @Test
  void aCallThatCannotBeTakenGivesItsPlaceBack() {
    full = true;
    Dispatcher dispatcher = dispatcher(call -> {}, Runnable::run);
    assertThrows(OutOfMemoryError.class, () -> dispatcher.accept(stream(), CALL));
    assertEquals(0, open());
  }

  @Test
  void aRequestThatNoThreadTakesIsClosedWithItsCall() {
    Dispatcher dispatcher = dispatcher(call -> {}, task -> {
      throw new OutOfMemoryError("unable to create native thread (expected by the test)");
    });
    StreamListener listener = dispatcher.accept(stream(), CALL);
    listener.onMessage(request());
    assertThrows(OutOfMemoryError.class, listener::onHalfClose);
    listener.onClosed(StreamEnd.local(StatusCode.UNAVAILABLE, "over", Executed.NO));
    assertEquals(1, closed.get());
    assertEquals(0, open());
  }

  /** The other calls of the loop would wait, too. */
  @Test
  void aHandlerOnTheLoopThatFailsWithoutMemoryDoesNotHoldTheLoop() throws Exception {
    Dispatcher dispatcher = dispatcher(
        call -> {
          throw new OutOfMemoryError("expected by the test");
        },
        null);
    CompletableFuture<Void> returned = new CompletableFuture<>();
    loop.execute(() -> {
      StreamListener listener = dispatcher.accept(stream(), CALL);
      listener.onMessage(request());
      listener.onHalfClose();
      returned.complete(null);
    });
    returned.get(20, TimeUnit.SECONDS);
    assertTrue(cancelled.isDone(), "the caller hears of an end");
    assertEquals("UNKNOWN", cancelled.get());
    assertFalse(loop.inLoop());
  }
}
