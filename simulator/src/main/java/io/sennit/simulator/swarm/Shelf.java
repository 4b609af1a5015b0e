// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.swarm;

import io.sennit.base.Randomness;
import io.sennit.rpc.Body;
import io.sennit.simulator.Scheduler;
import io.sennit.simulator.host.HostProcess;
import java.util.ArrayList;
import java.util.List;

/**
 * Keeps bodies for a while after they should have come to rest, and looks whether anybody wrote
 * into them: the trap for copies that arrive late.
 */
final class Shelf {
  private static final long MICRO = 1_000;
  private static final int SHORT_MICROS = 30_000;
  private static final int LONG_MICROS = 4_000_000;
  private static final int PATIENT_MICROS = 2_000_000;

  private final Scheduler scheduler;
  private final Randomness random;
  private final Ledger ledger;
  private final boolean patient;

  /** In the order of arrival. */
  private final List<Piece> pieces = new ArrayList<>();

  /** @param patient whether it keeps everything, and for long */
  Shelf(Scheduler scheduler, Randomness random, Ledger ledger, boolean patient) {
    this.patient = patient;
    this.scheduler = scheduler;
    this.random = random;
    this.ledger = ledger;
  }

  /** Bodies that are still there. */
  int kept() {
    return pieces.size();
  }

  List<Piece> pieces() {
    return List.copyOf(pieces);
  }

  /**
   * What it is to know of a body.
   *
   * @param owner where it lives; once that was killed, nothing is looked at any more
   * @param body becomes the shelf's
   * @param key of its bytes
   * @param from only what lies behind is looked at
   */
  record Piece(HostProcess owner, Body body, long key, long from, String what) {}

  /** Takes a body, and looks at once. */
  void keep(Piece piece) {
    look(piece, "");
    if (!patient && random.nextInt(2) == 0) {
      piece.body.close();
      return;
    }
    int micros = patient ? PATIENT_MICROS : random.nextInt(10) == 0 ? LONG_MICROS : SHORT_MICROS;
    long nanos = MICRO * (1 + random.nextInt(micros));
    hold(piece, nanos);
  }

  /** Takes a body for so long. */
  void hold(Piece piece, long nanos) {
    pieces.add(piece);
    scheduler.after(
        nanos,
        due -> {
          pieces.remove(piece);
          if (!piece.owner.isOver()) {
            look(piece, ", later");
            piece.body.close();
          }
        },
        0);
  }

  private void look(Piece piece, String when) {
    Body body = piece.body;
    long at = Pattern.mismatch(body.segment(), piece.key, piece.from);
    ledger.require(at < 0, piece.what + when + " of " + body.length() + " bytes differs at " + at);
  }
}
