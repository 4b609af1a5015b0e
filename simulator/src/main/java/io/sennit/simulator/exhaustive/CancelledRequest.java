// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.exhaustive;

import io.sennit.multipath.Lane;
import java.util.Optional;

/**
 * A REQUEST that is sent again when its strand fails, and a CANCEL that its user may send at any
 * moment: whoever is told that it never ran must be right for ever.
 */
final class CancelledRequest implements Story {
  private static final String REQUEST = "request";
  private static final String CANCEL = "cancel ";
  private static final String NEVER_RUN = "never run";
  private static final String RAN = "ran";

  private final boolean consumes;
  private Optional<Board> board = Optional.empty();
  private long request;
  private boolean acted;
  private int ran;
  private String promised = "";
  private String heard = "";

  /** @param consumes whether the peer marks the request as seen before it answers, as it must */
  CancelledRequest(boolean consumes) {
    this.consumes = consumes;
  }

  @Override
  public String name() {
    return "a SEND again, and its CANCEL";
  }

  @Override
  public Limits limits() {
    return new Limits(1, 0, 0, 0, 0);
  }

  @Override
  public void begin(Board newBoard) {
    board = Optional.of(newBoard);
    request = newBoard.near().send(REQUEST, Lane.NORMAL);
  }

  @Override
  public boolean mayAct() {
    return !acted;
  }

  @Override
  public void act() {
    acted = true;
    board.orElseThrow().near().send(CANCEL + request, Lane.CONTROL);
  }

  @Override
  public void onMessage(Side side, long sequence, String text) {
    if (text.equals(REQUEST)) {
      run();
    } else if (text.startsWith(CANCEL)) {
      promised += answer(side, Long.parseLong(text.substring(CANCEL.length())));
      side.later(() -> side.send(promised, Lane.CONTROL));
    } else {
      heard += text;
    }
  }

  private void run() {
    ran++;
    if (ran > 1 || promised.equals(NEVER_RUN)) {
      Guard guard = board.orElseThrow().guard();
      guard.violated("a request ran " + ran + " times, after the answer '" + promised + "'");
    }
  }

  private String answer(Side side, long sequence) {
    if (consumes) {
      return side.braid().consume(sequence) ? NEVER_RUN : RAN;
    }
    return ran == 0 ? NEVER_RUN : RAN;
  }

  @Override
  public String missing() {
    boolean right = heard.equals(ran == 0 ? NEVER_RUN : RAN);
    return right ? "" : "it ran " + ran + " times, and its user heard '" + heard + "'";
  }
}
