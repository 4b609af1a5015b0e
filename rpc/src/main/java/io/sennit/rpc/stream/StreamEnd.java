// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import io.sennit.rpc.Executed;
import io.sennit.rpc.Metadata;
import io.sennit.rpc.StatusCode;

/**
 * How a stream ended, told exactly once.
 *
 * @param code on the server's side: OK if the handler's status was sent, whatever it was
 * @param description for people; may be empty
 * @param trailers sent by the server; empty unless it ended the call
 * @param executed on the client's side: whether the handler ran
 * @param cancelledByPeer whether the other side cancelled rather than this one, or a failure
 */
public record StreamEnd(
    StatusCode code,
    String description,
    Metadata trailers,
    Executed executed,
    boolean cancelledByPeer) {

  /** An end that this side decided, without trailers. */
  public static StreamEnd local(StatusCode code, String description, Executed executed) {
    return new StreamEnd(code, description, Metadata.EMPTY, executed, false);
  }
}
