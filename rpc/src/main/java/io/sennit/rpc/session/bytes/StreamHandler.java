// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session.bytes;

import java.nio.ByteBuffer;

/** Who hears what happens to a byte stream; called on the thread that serves the stream. */
public interface StreamHandler {
  /** Bytes came; what is not taken is offered again at once, to the then current handler. */
  void onBytes(ByteBuffer bytes);

  /**
   * The stream has ended; once, last.
   *
   * @param reason empty if the peer closed it in order
   */
  void onEnd(String reason);
}
