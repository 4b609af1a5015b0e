// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
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
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** After warm-up, messages and chunks leave nothing for the garbage collector. */
final class AllocationTest {
  private static final long SECOND = 1_000_000_000;
  private static final int ROUNDS = 10_000;
  private static final int BYTES = 256 << 10;

  /**
   * Of each round: two messages, a few chunks, and their completions. A provider may make small
   * things for a message until all its code is compiled (about 100 bytes were seen); one object of
   * the braid's own for each message or chunk is too much.
   */
  private static final double MOST_BYTES = 120;

  @Test
  void messagesAndChunksAllocateNothing() throws RendezvousException {
    int tried = 0;
    for (VerbsProvider provider : ServiceLoader.load(VerbsProvider.class)) {
      assertTrue(provider.availability().available(), provider.availability().reason());
      try (Device device = provider.open()) {
        Ends ends = new Ends(device);
        ends.run(ROUNDS);
        long before = allocatedBytes();
        ends.run(ROUNDS);
        double perRound = (double) (allocatedBytes() - before) / ROUNDS;
        assertTrue(perRound < MOST_BYTES, perRound + " bytes in every round");
        ends.close();
      }
      tried++;
    }
    assertTrue(tried > 0, "no provider on the class path");
  }

  private static long allocatedBytes() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    return threads.getCurrentThreadAllocatedBytes();
  }

  /** Both sides of a braid in this thread; a round is a message each way and a READ in chunks. */
  private static final class Ends {
    private static final DomainConfig DOMAIN = new DomainConfig(64L << 20, 8);

    private final Clock clock = Clock.system();
    private final CompletionChannel nearChannel;
    private final CompletionChannel farChannel;
    private final End near;
    private final End far;
    private final RemoteSpan span;
    private final MemoryRegion target;

    Ends(Device device) throws RendezvousException {
      nearChannel = device.createCompletionChannel();
      farChannel = device.createCompletionChannel();
      Invitation invitation = device.invite(DOMAIN, nearChannel);
      Acceptance acceptance = device.accept(invitation.offer(), DOMAIN, farChannel, 5 * SECOND);
      ProtectionDomain domain = invitation.complete(acceptance.answer(), 5 * SECOND);
      near = new End(domain, true);
      far = new End(acceptance.domain(), false);
      List<Path> paths = List.of(new Path(0, 0, 1), new Path(0, 0, 2));
      List<StrandOffer> nearOffers = near.braid.offer(paths);
      List<StrandOffer> farOffers = far.braid.offer(paths);
      far.braid.connect(nearOffers);
      near.braid.connect(farOffers);
      MemoryRegion source = far.domain.allocate(BYTES, Set.of(Access.REMOTE_READ));
      span = new RemoteSpan(source.address(), source.remoteKey(), BYTES, 0);
      target = near.domain.allocate(BYTES, Set.of(Access.LOCAL_WRITE));
    }

    void run(int rounds) {
      for (int i = 0; i < rounds; i++) {
        near.round();
        far.round();
        near.braid.read(span, target, 0, BYTES, near.reading);
        long limitNanos = clock.nanoTime() + 10 * SECOND;
        while (!near.complete() || !far.received) {
          near.braid.poll(clock.nanoTime());
          far.braid.poll(clock.nanoTime());
          assertTrue(clock.nanoTime() < limitNanos, "a round does not end");
        }
      }
    }

    void close() {
      near.braid.fail("test over");
      far.braid.fail("test over");
      long limitNanos = clock.nanoTime() + 10 * SECOND;
      while (!near.closed || !far.closed) {
        near.braid.poll(clock.nanoTime());
        far.braid.poll(clock.nanoTime());
        assertTrue(clock.nanoTime() < limitNanos, "a braid does not close");
      }
      assertEquals(List.of("test over"), near.failures);
      nearChannel.close();
      farChannel.close();
    }
  }

  private static final class End implements BraidListener {
    final ProtectionDomain domain;
    final Braid braid;
    final List<String> failures = new ArrayList<>();
    private final FrameWriter hello = slot -> 100;
    boolean received;
    private boolean released;
    private boolean closed;

    End(ProtectionDomain domain, boolean opener) {
      this.domain = domain;
      braid = new Braid(BraidConfig.defaults(), new BraidSession(1, 1, opener), domain, this);
    }

    /** What becomes of the one transfer of a round. */
    final TransferListener reading = new TransferListener() {
      @Override
      public void onDelivered(long found) {}

      @Override
      public void onReleased() {
        released = true;
      }

      @Override
      public void onFailed(String cause, boolean noEffect) {
        failures.add(cause);
      }
    };

    void round() {
      received = false;
      released = false;
      if (braid.send(hello, Lane.NORMAL) < 0) {
        throw new AssertionError("back-pressured: " + failures);
      }
    }

    boolean complete() {
      return received && released;
    }

    @Override
    public void onMessage(long sequence, MemorySegment frame, int length) {
      received = length == 100;
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
      closed = true;
    }
  }
}
