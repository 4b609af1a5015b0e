// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.experiment;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What came of one policy with one seed. The same for the same plan and seed, always.
 *
 * @param flows in the order of the traffic
 * @param links those that matter
 * @param timeline bytes that had arrived of all flows, at each look
 * @param stallNanos longest time in which some flow that was not done got nothing
 * @param endNanos when the last flow was done, or the horizon
 * @param work what it took
 */
public record TrialResult(
    Plan plan,
    Policy policy,
    long seed,
    List<FlowResult> flows,
    List<LinkUse> links,
    List<Long> timeline,
    long stallNanos,
    long endNanos,
    Work work) {
  /**
   * What it took.
   *
   * @param lostPackets for whatever reason
   * @param carriedPackets over links, each link counted
   * @param events tasks of the world
   */
  public record Work(long lostPackets, long carriedPackets, long events) {}

  public TrialResult {
    flows = List.copyOf(flows);
    links = List.copyOf(links);
    timeline = List.copyOf(timeline);
  }

  /** When the first flow began. */
  public long startNanos() {
    return flows.stream().mapToLong(flow -> flow.spec().startNanos()).min().orElse(0);
  }

  public long deliveredBytes() {
    return flows.stream().mapToLong(FlowResult::deliveredBytes).sum();
  }

  public long offeredBytes() {
    return flows.stream().mapToLong(flow -> flow.spec().bytes()).sum();
  }

  public long doneFlows() {
    return flows.stream().filter(FlowResult::isDone).count();
  }

  /** Flows that cannot be done any more. */
  public long failedFlows() {
    return flows.stream().filter(flow -> !flow.failure().isEmpty()).count();
  }

  /** Why the first of them cannot. */
  public Optional<String> failure() {
    return flows.stream()
        .map(FlowResult::failure)
        .filter(failure -> !failure.isEmpty())
        .findFirst();
  }

  /** Bits of payload per second, of all flows together, from the first start to the end. */
  public double goodputBitsPerSecond() {
    return deliveredBytes() * 8e9 / Math.max(1, endNanos - startNanos());
  }

  /**
   * Time that this share of flows did not exceed; a flow that is not done took for ever.
   *
   * @param percent above 0, to 100
   * @return empty if it is for ever
   */
  public OptionalLong completionNanos(int percent) {
    long[] done = flows.stream()
        .filter(FlowResult::isDone)
        .mapToLong(FlowResult::completionNanos)
        .toArray();
    Arrays.sort(done);
    int rank = Math.ceilDiv(percent * flows.size(), 100) - 1;
    return rank < done.length ? OptionalLong.of(done[rank]) : OptionalLong.empty();
  }

  /** Share of the links' bits, on average. */
  public double meanUse() {
    return links.stream().mapToDouble(LinkUse::share).average().orElse(0);
  }

  /** Of the link that was used least. */
  public double leastUse() {
    return links.stream().mapToDouble(LinkUse::share).min().orElse(0);
  }

  /** Of the link that was used most. */
  public double mostUse() {
    return links.stream().mapToDouble(LinkUse::share).max().orElse(0);
  }

  /** How long after the plan's fault goodput was back for good; empty if a flow was not done. */
  public OptionalLong recoveryNanos() {
    if (doneFlows() < flows.size()) {
      return OptionalLong.empty();
    }
    long began =
        flows.stream().mapToLong(flow -> flow.spec().startNanos()).max().orElse(0);
    long ended = flows.stream().mapToLong(FlowResult::doneNanos).min().orElse(0);
    return new Recovery(plan, timeline, began, ended).nanos();
  }
}
