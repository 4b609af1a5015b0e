// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.exhaustive;

import io.sennit.multipath.RemoteSpan;
import io.sennit.multipath.TransferListener;
import io.sennit.simulator.hostile.HostileRegion;

/**
 * A WRITE into granted memory, of which a slow or failed strand makes a second copy; DONE and
 * RELEASED follow, and the owner uses the memory again as soon as he may.
 */
final class HedgedWrite implements Story {
  private static final int BYTES = 64;
  private static final byte DATA = 0x11;

  private String writer = "";
  private String owner = "";

  @Override
  public String name() {
    return "one WRITE, hedged";
  }

  @Override
  public Limits limits() {
    return new Limits(1, 0, 1, 1, 1);
  }

  @Override
  public void begin(Board board) {
    Guard guard = board.guard();
    HostileRegion source = guard.watch(board.near().memory(BYTES), DATA);
    HostileRegion target = guard.watch(board.far().memory(BYTES), (byte) 0);
    RemoteSpan span = board.far().braid().grant(target, 0, BYTES, () -> {
      if (!Guard.holds(target, DATA)) {
        guard.violated("the memory is free, and the data was never there");
      }
      owner += "F";
      guard.free(target);
    });
    long[] transfer = new long[1];
    transfer[0] = board.near().braid().write(source, 0, span, BYTES, new TransferListener() {
      @Override
      public void onDelivered(long found) {
        writer += "D";
        board.near().later(() -> board.near().sendDone("done", transfer[0]));
      }

      @Override
      public void onFailed(String cause, boolean noEffect) {
        writer += "X";
      }

      @Override
      public void onReleased() {
        writer += "R";
        guard.free(source);
      }
    });
  }

  @Override
  public void onMessage(Side side, long sequence, String text) {
    owner += "M";
  }

  @Override
  public String missing() {
    boolean all = writer.equals("DR") && owner.equals("MF");
    return all ? "" : "the writer saw " + writer + ", the owner " + owner;
  }
}
