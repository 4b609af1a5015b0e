// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import io.sennit.multipath.RemoteSpan;
import io.sennit.rpc.Body;
import org.jspecify.annotations.Nullable;

/** The caller's memory for the first answer, granted right after the REQUEST. */
final class GrantItem extends OutItem {
  private final Body target;
  private @Nullable Leased leased;

  /** @param target a handle that passes to this item */
  GrantItem(Outbound stream, Body target) {
    super(stream);
    this.target = target;
  }

  @Override
  boolean prepare(boolean first) {
    if (leased == null && stream.cord().leaseRoom() > 0) {
      leased = Leased.grant(stream.cord(), target, () -> {});
    }
    if (leased == null) {
      stream.waitForRoom();
    }
    return leased != null;
  }

  @Override
  boolean fits(MessageBuilder message) {
    return message.room() >= RemoteSpan.ENCODED_BYTES;
  }

  @Override
  boolean encode(MessageBuilder message) {
    Leased known = leased;
    if (known == null) {
      throw new IllegalStateException("not prepared");
    }
    message.frame(Wire.GRANT, Wire.FLAG_FOR_FIRST, RemoteSpan.ENCODED_BYTES).putSpan(known.span());
    stream.announced(known);
    stream.granted(known);
    return true;
  }

  @Override
  void discard() {
    if (leased == null) {
      target.close();
    } else {
      leased.withdraw();
    }
  }

  @Override
  void refuse() {
    target.close();
  }
}
