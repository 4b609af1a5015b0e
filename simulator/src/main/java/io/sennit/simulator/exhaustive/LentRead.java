// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.exhaustive;

import io.sennit.multipath.RemoteSpan;
import io.sennit.multipath.TransferListener;
import io.sennit.simulator.hostile.HostileRegion;

/**
 * A READ of lent memory, of which a slow or failed strand makes a second copy; PULL_RELEASED
 * follows, and the owner uses the memory again as soon as he may.
 */
final class LentRead implements Story {
  private static final int BYTES = 64;
  private static final byte DATA = 0x22;

  private String reader = "";
  private String owner = "";

  @Override
  public String name() {
    return "one READ of lent memory, hedged";
  }

  @Override
  public Limits limits() {
    return new Limits(1, 0, 1, 0, 1);
  }

  @Override
  public void begin(Board board) {
    Guard guard = board.guard();
    HostileRegion source = guard.watch(board.far().memory(BYTES), DATA);
    HostileRegion target = guard.watch(board.near().memory(BYTES), (byte) 0);
    RemoteSpan span = board.far().braid().lend(source, 0, BYTES, () -> {
      owner += "F";
      guard.free(source);
    });
    board.near().braid().read(span, target, 0, BYTES, new TransferListener() {
      @Override
      public void onDelivered(long found) {
        reader += "D";
        check(guard, target);
      }

      @Override
      public void onFailed(String cause, boolean noEffect) {
        reader += "X";
      }

      @Override
      public void onReleased() {
        reader += "R";
        check(guard, target);
        guard.free(target);
      }
    });
  }

  private static void check(Guard guard, HostileRegion target) {
    if (!Guard.holds(target, DATA)) {
      guard.violated("the reader was given other bytes than those that were lent");
    }
  }

  @Override
  public String missing() {
    boolean all = reader.equals("DR") && owner.equals("F");
    return all ? "" : "the reader saw " + reader + ", the owner " + owner;
  }
}
