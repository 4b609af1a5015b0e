// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.api;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * A cable between two nodes of a {@link Fabric}. What is done to it is done to both its directions;
 * {@link #there} and {@link #back} are for one of them. It holds from the moment of virtual time in
 * which it is done.
 *
 * <p>For the fabric's thread. It belongs to the fabric and is never closed.
 */
public final class Link {
  private final int index;
  private final LinkDirection there;
  private final LinkDirection back;
  private LinkSpec spec;

  Link(
      int index,
      List<io.sennit.simulator.fabric.Link> directions,
      LinkSpec spec,
      VirtualTime time) {
    this.index = index;
    this.spec = spec;
    there = new LinkDirection(directions.getFirst(), spec, time);
    back = new LinkDirection(directions.getLast(), spec, time);
  }

  /** Position in {@link Fabric#links()}. */
  public int index() {
    return index;
  }

  /** What it joins, such as {@code client:0>server:0}: hosts with the number of their port. */
  public String name() {
    return there.name();
  }

  /** The direction away from the node that was named first when the two were joined. */
  public LinkDirection there() {
    return there;
  }

  /** The direction towards that node. */
  public LinkDirection back() {
    return back;
  }

  private void both(Consumer<LinkDirection> what) {
    what.accept(there);
    what.accept(back);
  }

  /** What it is now. */
  public LinkSpec spec() {
    return spec;
  }

  /** Makes it another one; packets on their way are not affected. */
  public void become(LinkSpec newSpec) {
    both(each -> each.become(newSpec));
    spec = newSpec;
  }

  /**
   * Takes it down with all that is on it. The ports at its ends see that, and switches use other
   * routes.
   *
   * @throws IllegalStateException if it is cut already, or one direction is
   */
  public void cut() {
    requireWhole();
    both(LinkDirection::cut);
  }

  /**
   * Drops everything from now on without telling anybody.
   *
   * @throws IllegalStateException if it is cut already, or one direction is
   */
  public void cutSilently() {
    requireWhole();
    both(LinkDirection::cutSilently);
  }

  private void requireWhole() {
    if (isCut()) {
      String how = there.state() == back.state() ? there.state().words() : "cut in one direction";
      throw new IllegalStateException(this + " is " + how + " already: restore() it first");
    }
  }

  /**
   * Ends cuts of either kind, of both directions or of one.
   *
   * @throws IllegalStateException if it is not cut
   */
  public void restore() {
    if (!isCut()) {
      throw new IllegalStateException(this + " is not cut: there is nothing to restore");
    }
    both(each -> {
      if (each.isCut()) {
        each.restore();
      }
    });
  }

  /** Whether it is cut, silently or not, or one direction is. */
  public boolean isCut() {
    return there.isCut() || back.isCut();
  }

  /** See {@link LinkDirection#lose}. */
  public void lose(double share) {
    both(each -> each.lose(share));
  }

  /** See {@link LinkDirection#loseInBursts}. */
  public void loseInBursts(double share, double meanPackets) {
    both(each -> each.loseInBursts(share, meanPackets));
  }

  /** See {@link LinkDirection#duplicate}. */
  public void duplicate(double share) {
    both(each -> each.duplicate(share));
  }

  /** See {@link LinkDirection#duplicateLate}. */
  public void duplicateLate(double share, Duration most) {
    both(each -> each.duplicateLate(share, most));
  }

  /** See {@link LinkDirection#corrupt}. */
  public void corrupt(double share) {
    both(each -> each.corrupt(share));
  }

  /** See {@link LinkDirection#reorder}. */
  public void reorder(double share, Duration most) {
    both(each -> each.reorder(share, most));
  }

  /** See {@link LinkDirection#delay}. */
  public void delay(Duration more) {
    both(each -> each.delay(more));
  }

  /** See {@link LinkDirection#narrow}. */
  public void narrow(int ipBytes) {
    both(each -> each.narrow(ipBytes));
  }

  /** Ends what {@link #narrow} began. */
  public void widen() {
    both(LinkDirection::widen);
  }

  /** Bytes that both directions have carried, with all headers. */
  public long carriedBytes() {
    return there.counters().bytes() + back.counters().bytes();
  }

  /** Its name and the kind of cut; only for a link that is cut. */
  String state() {
    if (there.state() == back.state()) {
      return name() + " (" + there.state().words() + ")";
    }
    return List.of(there, back).stream()
        .filter(LinkDirection::isCut)
        .map(each -> each.name() + " (" + each.state().words() + ")")
        .collect(Collectors.joining(", "));
  }

  @Override
  public String toString() {
    return "link " + index + " (" + name() + ")";
  }
}
