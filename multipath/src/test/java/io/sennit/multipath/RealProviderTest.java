// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.base.Clock;
import io.sennit.verbs.Acceptance;
import io.sennit.verbs.Access;
import io.sennit.verbs.CompletionChannel;
import io.sennit.verbs.Device;
import io.sennit.verbs.DomainConfig;
import io.sennit.verbs.Invitation;
import io.sennit.verbs.MemoryRegion;
import io.sennit.verbs.Path;
import io.sennit.verbs.ProtectionDomain;
import io.sennit.verbs.RendezvousException;
import io.sennit.verbs.spi.VerbsProvider;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** The braid on every provider that this machine has, one thread a side, asleep when idle. */
final class RealProviderTest {
  private static final int MESSAGES = 2_000;
  private static final int BYTES = 8 << 20;
  private static final long SECOND = 1_000_000_000L;

  @Test
  void talksSleepsMovesLosesAStrandAndCloses() throws Exception {
    int tried = 0;
    for (VerbsProvider provider : ServiceLoader.load(VerbsProvider.class)) {
      assertTrue(provider.availability().available(), provider.availability().reason());
      try (Device device = provider.open()) {
        new Story(device).run();
      }
      tried++;
    }
    assertTrue(tried > 0, "no provider on the class path");
  }

  /** Near sends numbers, far sends them back; then bulk, with a strand killed in the middle. */
  private static final class Story {
    private static final DomainConfig DOMAIN = new DomainConfig(64L << 20, 8);

    private final End near;
    private final End far;

    Story(Device device) throws RendezvousException {
      CompletionChannel nearChannel = device.createCompletionChannel();
      CompletionChannel farChannel = device.createCompletionChannel();
      Invitation invitation = device.invite(DOMAIN, nearChannel);
      Acceptance acceptance = device.accept(invitation.offer(), DOMAIN, farChannel, 5 * SECOND);
      ProtectionDomain domain = invitation.complete(acceptance.answer(), 5 * SECOND);
      near = new End(domain, nearChannel, true);
      far = new End(acceptance.domain(), farChannel, false);
      List<Path> paths = List.of(new Path(0, 0, 1), new Path(0, 0, 2));
      List<StrandOffer> nearOffers = near.braid.offer(paths);
      List<StrandOffer> farOffers = far.braid.offer(paths);
      far.braid.connect(nearOffers);
      near.braid.connect(farOffers);
    }

    void run() throws InterruptedException {
      MemoryRegion source = far.domain.allocate(BYTES, Set.of(Access.REMOTE_READ));
      MemoryRegion target = near.domain.allocate(BYTES, Set.of(Access.LOCAL_WRITE));
      TransfersTest.fill(source, 33);
      RemoteSpan span = far.braid.lend(source, 0, BYTES, far.released::countDown);
      far.onMessage = frame -> far.send(1);
      near.onMessage = frame -> {
        if (near.received.get() < MESSAGES) {
          near.send(1);
        } else {
          near.braid.read(span, target, 0, BYTES, near.ofTransfers());
          near.kill();
        }
      };
      near.send(1);
      near.start();
      far.start();
      near.await(near.delivered, "the READ");
      near.await(far.released, "the loan");
      assertEquals(
          -1, MemorySegment.mismatch(source.segment(), 0, BYTES, target.segment(), 0, BYTES));
      near.await(near.rebuilt, "near's new strand");
      near.await(far.rebuilt, "far's new strand");
      near.stop = true;
      far.stop = true;
      near.await(near.closed, "near's end");
      near.await(far.closed, "far's end");
      assertEquals(MESSAGES, near.received.get());
      assertEquals(MESSAGES, far.received.get());
      assertEquals(1, near.braid.snapshot().count(Counter.STRANDS_LOST));
      assertEquals(0, near.braid.snapshot().count(Counter.OPEN_TRANSFERS));
    }
  }

  private interface FrameUse {
    void use(MemorySegment frame);
  }

  /** A side with its own loop, as a session's loop is: poll, arm, sleep. */
  private static final class End implements BraidListener, Runnable {
    final Braid braid;
    final ProtectionDomain domain;
    final AtomicInteger received = new AtomicInteger();
    final CountDownLatch delivered = new CountDownLatch(1);
    final CountDownLatch released = new CountDownLatch(1);
    final CountDownLatch rebuilt = new CountDownLatch(1);
    final CountDownLatch closed = new CountDownLatch(1);
    final AtomicReference<String> fault = new AtomicReference<>("");
    private final CompletionChannel channel;
    private final List<String> failures = new ArrayList<>();
    volatile boolean stop;
    FrameUse onMessage = frame -> {};

    End(ProtectionDomain domain, CompletionChannel channel, boolean opener) {
      this.domain = domain;
      this.channel = channel;
      BraidSession session = new BraidSession(1, 1, opener);
      braid = new Braid(BraidConfig.defaults(), session, domain, this);
    }

    void start() {
      Thread.ofPlatform().daemon().start(this);
    }

    @Override
    public void run() {
      Clock clock = Clock.system();
      while (closed.getCount() > 0) {
        if (stop) {
          braid.fail("test over");
        }
        long now = clock.nanoTime();
        if (braid.snapshot().count(Counter.REBUILDS) > 0) {
          rebuilt.countDown();
        }
        if (braid.poll(now) == 0 && braid.arm()) {
          channel.await(Math.min(SECOND / 20, braid.nextTimerNanos() - now));
        }
      }
      channel.close();
    }

    void send(int bytes) {
      if (braid.send(slot -> bytes, Lane.NORMAL) < 0) {
        fault.set("one message at a time was too much");
      }
    }

    void kill() {
      Strand strand = braid.engine().strands.path(0).strand;
      if (strand != null) {
        strand.queuePair.toError();
      }
    }

    void await(CountDownLatch latch, String what) throws InterruptedException {
      assertTrue(
          latch.await(30, TimeUnit.SECONDS),
          () -> what + " did not come; " + fault.get() + failures + braid.snapshot());
    }

    @Override
    public void onMessage(long sequence, MemorySegment frame, int length) {
      received.incrementAndGet();
      onMessage.use(frame);
    }

    @Override
    public void onWritable() {}

    @Override
    public void sendOnLifeline(byte[] frame) {}

    @Override
    public void onFailed(String cause, boolean peerGone) {
      failures.add(cause);
    }

    @Override
    public void onClosed() {
      closed.countDown();
    }

    TransferListener ofTransfers() {
      return new TransferListener() {
        @Override
        public void onDelivered(long found) {}

        @Override
        public void onReleased() {
          delivered.countDown();
        }

        @Override
        public void onFailed(String cause, boolean noEffect) {
          fault.set(cause);
        }
      };
    }
  }
}
