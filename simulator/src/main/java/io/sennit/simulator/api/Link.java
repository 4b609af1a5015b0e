// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.api;

import io.sennit.simulator.fabric.LinkConfig;
import io.sennit.simulator.fabric.LinkFaults;
import java.util.List;

/**
 * A cable between two nodes of a {@link Fabric}, with both its directions. What is done to it holds
 * from the moment of virtual time in which it is done.
 *
 * <p>For the fabric's thread. It belongs to the fabric and is never closed.
 */
public final class Link {
  private static final int MILLION = 1_000_000;
  private static final int LEAST_MTU_BYTES = 576;

  private final int index;
  private final List<io.sennit.simulator.fabric.Link> directions;
  private final VirtualTime time;
  private LinkSpec spec;
  private State state = State.WHOLE;

  private enum State {
    WHOLE("whole"),
    CUT("cut"),
    DEAF("cut silently");

    private final String words;

    State(String words) {
      this.words = words;
    }
  }

  Link(
      int index,
      List<io.sennit.simulator.fabric.Link> directions,
      LinkSpec spec,
      VirtualTime time) {
    this.index = index;
    this.directions = directions;
    this.spec = spec;
    this.time = time;
  }

  /** Position in {@link Fabric#links()}. */
  public int index() {
    return index;
  }

  /** What it joins, such as {@code client:0>server:0}: hosts with the number of their port. */
  public String name() {
    return directions.getFirst().name();
  }

  /** What it is now. */
  public LinkSpec spec() {
    return spec;
  }

  /** Makes it another one; packets on their way are not affected. */
  public void become(LinkSpec newSpec) {
    time.enter();
    spec = newSpec;
    directions.forEach(each -> each.reconfigure(newSpec.config()));
  }

  /**
   * Takes it down with all that is on it. The ports at its ends see that, and switches use other
   * routes.
   *
   * @throws IllegalStateException if it is cut already
   */
  public void cut() {
    change(State.WHOLE, State.CUT);
    directions.forEach(each -> each.up(false));
  }

  /**
   * Has it swallow all that comes from now on, which nobody is told.
   *
   * @throws IllegalStateException if it is cut already
   */
  public void cutSilently() {
    change(State.WHOLE, State.DEAF);
    directions.forEach(each -> each.swallow(true));
  }

  /**
   * Ends a cut of either kind.
   *
   * @throws IllegalStateException if it is not cut
   */
  public void restore() {
    if (state == State.WHOLE) {
      throw new IllegalStateException(this + " is not cut: there is nothing to restore");
    }
    change(state, State.WHOLE);
    directions.forEach(each -> {
      each.up(true);
      each.swallow(false);
    });
  }

  private void change(State from, State to) {
    time.enter();
    if (state != from) {
      throw new IllegalStateException(this + " is " + state.words + " already: restore() it first");
    }
    state = to;
  }

  /** Whether it is cut, silently or not. */
  public boolean isCut() {
    return state != State.WHOLE;
  }

  /**
   * Has it lose packets by chance, each by itself.
   *
   * @param share 0 to 1; 0: none
   */
  public void lose(double share) {
    lose(share, share);
  }

  /**
   * The same with a share for each direction.
   *
   * @param there of what leaves the node that was named first when the two were joined
   * @param back of what goes to it
   */
  public void lose(double there, double back) {
    time.enter();
    LinkFaults faultsThere = loss(there);
    directions.getLast().faults(loss(back));
    directions.getFirst().faults(faultsThere);
  }

  private static LinkFaults loss(double share) {
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException("a share of " + share + " lost: give 0 to 1");
    }
    return LinkFaults.loss((int) Math.round(share * MILLION));
  }

  /**
   * Has packets vanish that are longer, as if a hop of it had a smaller MTU; nobody is told.
   *
   * @param ipBytes 576 to 4,200
   */
  public void narrow(int ipBytes) {
    narrow(ipBytes, ipBytes);
  }

  /**
   * The same with a bound for each direction.
   *
   * @param there of what leaves the node that was named first when the two were joined
   * @param back of what goes to it
   */
  public void narrow(int there, int back) {
    time.enter();
    checkMtu(there);
    checkMtu(back);
    directions.getFirst().narrow(there);
    directions.getLast().narrow(back);
  }

  private static void checkMtu(int ipBytes) {
    if (ipBytes < LEAST_MTU_BYTES || ipBytes > LinkConfig.STANDARD.mtuBytes()) {
      throw new IllegalArgumentException("a link for packets of " + ipBytes + " bytes: give it "
          + LEAST_MTU_BYTES + " to " + LinkConfig.STANDARD.mtuBytes());
    }
  }

  /** Ends what {@link #narrow} began. */
  public void widen() {
    time.enter();
    directions.forEach(each -> each.narrow(io.sennit.simulator.fabric.Link.ALL));
  }

  /** Bytes that both directions have carried, with all headers. */
  public long carriedBytes() {
    return directions.stream()
        .mapToLong(io.sennit.simulator.fabric.Link::carriedBytes)
        .sum();
  }

  /** Its name and, if it is cut, that. */
  String state() {
    return isCut() ? name() + " (" + state.words + ")" : name();
  }

  @Override
  public String toString() {
    return "link " + index + " (" + name() + ")";
  }
}
