// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.cm;

/** DREP: the connection has ended on this side as well. */
record DisconnectReply(CmHeader header) implements CmMessage {}
