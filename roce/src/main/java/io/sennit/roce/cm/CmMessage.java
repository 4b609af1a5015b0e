// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.cm;

/** A message between two communication managers; {@link Mad} is how it looks on the wire. */
sealed interface CmMessage
    permits ConnectRequest,
        ConnectReply,
        ReadyToUse,
        ConnectReject,
        MessageReceipt,
        DisconnectRequest,
        DisconnectReply {
  CmHeader header();
}
