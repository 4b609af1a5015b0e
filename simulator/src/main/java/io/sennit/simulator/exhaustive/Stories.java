// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.exhaustive;

import java.util.List;
import java.util.function.Supplier;

/** The stories that are explored. */
public final class Stories {
  private Stories() {}

  /** All of them. */
  public static List<Supplier<Story>> all() {
    return List.of(
        Stories::hedgedWrite,
        Stories::lentRead,
        Stories::cancelledRequest,
        TwoFences::fromBothSides,
        TwoFences::old);
  }

  /** One WRITE into granted memory, with a second copy. */
  public static Story hedgedWrite() {
    return new HedgedWrite();
  }

  /** One READ of lent memory, with a second copy. */
  public static Story lentRead() {
    return new LentRead();
  }

  /** A SEND that is sent again, and its CANCEL. */
  public static Story cancelledRequest() {
    return new CancelledRequest(true);
  }

  /** The same by a peer that answers without marking the request as seen. */
  public static Story carelessCancel() {
    return new CancelledRequest(false);
  }

  /** WRITEs, READs and messages, with many failures; to be walked, not explored. */
  public static Story manyMoves() {
    return new ManyMoves();
  }
}
