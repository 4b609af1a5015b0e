// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.sennit.base.Clock;
import io.sennit.rpc.session.bytes.StreamHost;
import io.sennit.rpc.session.socket.SocketShell;
import java.net.InetAddress;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class StepsTest {
  /** Where no thread can be made. */
  private static final class NoThreads implements Blocking {
    @Override
    public boolean run(Runnable step) {
      throw new OutOfMemoryError("unable to create native thread (expected by the test)");
    }

    @Override
    public boolean lookUp(Runnable question) {
      return run(question);
    }

    @Override
    public List<InetAddress> addresses(String host) {
      return List.of();
    }

    @Override
    public boolean await(CompletableFuture<?> future, long nanos) {
      return false;
    }

    @Override
    public void limit(CompletableFuture<?> future, long nanos) {
      future.cancel(false);
    }

    @Override
    public void close() {
      // It holds nothing.
    }
  }

  @Test
  void aStepThatFindsNoThreadHoldsNoPlace() {
    AtomicInteger free = new AtomicInteger();
    Place place = new Place(free::incrementAndGet);
    try (StreamHost host = new SocketShell("steps-under-test", Clock.system());
        Blocking none = new NoThreads()) {
      Steps steps = new Steps(none, host, place, fault -> free.addAndGet(100));
      assertThrows(OutOfMemoryError.class, () -> steps.run(() -> Steps.Outcome.then(() -> {})));
    }
    place.letGo();
    assertEquals(1, free.get());
  }
}
