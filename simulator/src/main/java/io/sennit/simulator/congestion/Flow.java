// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.congestion;

import io.sennit.simulator.host.Agent;
import io.sennit.simulator.host.Host;
import io.sennit.verbs.Access;
import io.sennit.verbs.CompletionQueue;
import io.sennit.verbs.CompletionStatus;
import io.sennit.verbs.DomainConfig;
import io.sennit.verbs.MemoryRegion;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.Path;
import io.sennit.verbs.ProtectionDomain;
import io.sennit.verbs.QueuePair;
import io.sennit.verbs.QueuePairConfig;
import io.sennit.verbs.WorkCompletion;
import io.sennit.verbs.WorkRequest;
import java.util.Arrays;
import java.util.EnumSet;

/** A queue pair that writes messages to another host, and how long each of them took. */
final class Flow implements Agent {
  private static final int FIRST_SAMPLES = 1024;
  private static final DomainConfig DOMAIN = new DomainConfig(4 << 20, 4);

  /**
   * What it writes.
   *
   * @param messageBytes of each message
   * @param depth messages under way at a time
   * @param periodNanos from the beginning of one to that of the next, at least
   * @param startNanos when the first one begins
   */
  record Plan(int messageBytes, int depth, long periodNanos, long startNanos) {}

  private final Plan plan;
  private final MemoryRegion source;
  private final MemoryRegion target;
  private final CompletionQueue completions;
  private final QueuePair queuePair;
  private final WorkRequest request = new WorkRequest();
  private final WorkCompletion[] polled = {new WorkCompletion()};
  private final long[] begunNanos;
  private long begun;
  private long ended;
  private long nextNanos;
  private long measuredFromNanos;
  private long[] samples = new long[FIRST_SAMPLES];
  private int sampleCount;

  Flow(Host from, Host to, Plan plan) {
    this.plan = plan;
    ProtectionDomain one = from.join(DOMAIN, to);
    ProtectionDomain other = to.join(DOMAIN, from);
    source = one.allocate(plan.messageBytes(), EnumSet.allOf(Access.class));
    target = other.allocate(plan.messageBytes(), EnumSet.allOf(Access.class));
    completions = one.createCompletionQueue(plan.depth());
    queuePair = queuePair(one, completions);
    QueuePair peer = queuePair(other, other.createCompletionQueue(plan.depth()));
    queuePair.connect(peer.address());
    peer.connect(queuePair.address());
    begunNanos = new long[plan.depth()];
    nextNanos = plan.startNanos();
    from.add(this);
  }

  private QueuePair queuePair(ProtectionDomain domain, CompletionQueue queue) {
    return domain.createQueuePair(new QueuePairConfig(
        new Path(0, 0, 1), queue, queue, domain.createSharedReceiveQueue(1), plan.depth()));
  }

  /** Bytes of messages that have ended. */
  long bytes() {
    return ended * plan.messageBytes();
  }

  /** Forgets how long messages took; those that begin from now on count. */
  void measureFrom(long nowNanos) {
    measuredFromNanos = nowNanos;
    sampleCount = 0;
  }

  /** How long the messages took that were measured, nanoseconds. */
  long[] samples() {
    return Arrays.copyOf(samples, sampleCount);
  }

  @Override
  public int poll(long nowNanos) {
    int done = 0;
    while (completions.poll(polled) == 1) {
      if (polled[0].status() != CompletionStatus.SUCCESS) {
        throw new IllegalStateException("a message ended with " + polled[0].status());
      }
      end(nowNanos);
      done++;
    }
    while (begun - ended < plan.depth() && nowNanos >= nextNanos) {
      begin(nowNanos);
      done++;
    }
    return done;
  }

  private void begin(long nowNanos) {
    begunNanos[(int) (begun % plan.depth())] = nowNanos;
    queuePair.post(request
        .reset(Opcode.WRITE, begun++)
        .local(source, 0, plan.messageBytes())
        .remote(target.address(), target.remoteKey()));
    nextNanos = Math.max(nowNanos, nextNanos + plan.periodNanos());
  }

  private void end(long nowNanos) {
    long sinceNanos = begunNanos[(int) (ended++ % plan.depth())];
    if (sinceNanos >= measuredFromNanos) {
      if (sampleCount == samples.length) {
        samples = Arrays.copyOf(samples, 2 * sampleCount);
      }
      samples[sampleCount++] = nowNanos - sinceNanos;
    }
  }

  @Override
  public long nextTimerNanos() {
    return begun - ended < plan.depth() ? nextNanos : Long.MAX_VALUE;
  }

  @Override
  public boolean arm() {
    return completions.arm();
  }
}
