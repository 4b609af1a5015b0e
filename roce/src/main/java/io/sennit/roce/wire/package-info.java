// SPDX-License-Identifier: Apache-2.0
/**
 * RoCEv2 on the wire: the opcode table, accessors of headers, packet sequence numbers, and the
 * invariant CRC. Nothing here has state or knows of connections.
 */
@NullMarked
package io.sennit.roce.wire;

import org.jspecify.annotations.NullMarked;
