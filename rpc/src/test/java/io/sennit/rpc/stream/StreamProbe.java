// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import io.sennit.rpc.Body;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One side of a call that remembers what it heard, and holds the stream to talk to. */
final class StreamProbe extends Probe {
  /** If set, messages are kept here instead of being copied and closed. */
  @Nullable
  List<Body> kept;

  private @Nullable RpcStream opened;

  void opened(RpcStream stream) {
    opened = stream;
  }

  boolean isOpened() {
    return opened != null;
  }

  RpcStream stream() {
    RpcStream known = opened;
    if (known == null) {
      throw new AssertionError("not opened");
    }
    return known;
  }

  @Override
  public void onMessage(Body message) {
    if (kept == null) {
      super.onMessage(message);
    } else {
      kept.add(message);
    }
  }
}
