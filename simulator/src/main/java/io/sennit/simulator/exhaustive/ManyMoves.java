// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.exhaustive;

import io.sennit.multipath.Lane;
import io.sennit.multipath.RemoteSpan;
import io.sennit.multipath.TransferListener;
import io.sennit.simulator.hostile.HostileRegion;
import java.util.ArrayList;
import java.util.List;

/**
 * WRITEs and READs of several chunks, and messages both ways, with many failures: too long for all
 * orders, so it is walked by seed.
 */
final class ManyMoves implements Story {
  private static final int BYTES = 256;
  private static final int PAIRS = 2;
  private static final int MESSAGES = 3;

  private final List<Move> moves = new ArrayList<>();
  private int atNear;
  private int atFar;

  @Override
  public String name() {
    return "many moves";
  }

  @Override
  public Limits limits() {
    return new Limits(4, 3, 6, 2, 40);
  }

  @Override
  public boolean probes() {
    return true;
  }

  @Override
  public void begin(Board board) {
    for (int pair = 0; pair < PAIRS; pair++) {
      moves.add(new Move(board, (byte) (0x11 + pair), true));
      moves.add(new Move(board, (byte) (0x21 + pair), false));
    }
    for (int message = 0; message < MESSAGES; message++) {
      board.near().send("to far", Lane.NORMAL);
      board.far().send("to near", Lane.NORMAL);
    }
  }

  @Override
  public void onMessage(Side side, long sequence, String text) {
    atNear += text.equals("to near") ? 1 : 0;
    atFar += text.equals("to far") ? 1 : 0;
  }

  @Override
  public String missing() {
    boolean once = atNear == MESSAGES && atFar == MESSAGES;
    boolean all = once && moves.stream().allMatch(move -> move.seen.equals("DR") && move.isFree);
    return all ? "" : "messages that came: " + atNear + " and " + atFar + "; " + moves;
  }

  /** One transfer by the near side. */
  private static final class Move implements TransferListener {
    private final Board board;
    private final Guard guard;
    private final HostileRegion mine;
    private final HostileRegion theirs;
    private final byte data;
    private final boolean writes;
    private final long transfer;
    private String seen = "";
    private boolean isFree;

    Move(Board board, byte data, boolean writes) {
      this.board = board;
      this.data = data;
      this.writes = writes;
      guard = board.guard();
      mine = guard.watch(board.near().memory(BYTES), writes ? data : 0);
      theirs = guard.watch(board.far().memory(BYTES), writes ? 0 : data);
      if (writes) {
        RemoteSpan span = board.far().braid().grant(theirs, 0, BYTES, this::free);
        transfer = board.near().braid().write(mine, 0, span, BYTES, this);
      } else {
        RemoteSpan span = board.far().braid().lend(theirs, 0, BYTES, this::free);
        transfer = board.near().braid().read(span, mine, 0, BYTES, this);
      }
    }

    private void free() {
      isFree = true;
      check(theirs);
      guard.free(theirs);
    }

    private void check(HostileRegion region) {
      if (!Guard.holds(region, data)) {
        guard.violated("there are other bytes than those that were moved: " + this);
      }
    }

    @Override
    public void onDelivered(long found) {
      seen += "D";
      if (writes) {
        board.near().later(() -> board.near().sendDone("done", transfer));
      } else {
        check(mine);
      }
    }

    @Override
    public void onFailed(String cause, boolean noEffect) {
      seen += "X";
    }

    @Override
    public void onReleased() {
      seen += "R";
      check(mine);
      guard.free(mine);
    }

    @Override
    public String toString() {
      return (writes ? "WRITE " : "READ ") + seen + (isFree ? ", free" : ", not free");
    }
  }
}
