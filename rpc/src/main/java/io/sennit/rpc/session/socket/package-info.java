// SPDX-License-Identifier: Apache-2.0
/**
 * The socket shell: byte streams over TCP, one thread for all; no rule of the protocol lives here.
 */
@NullMarked
package io.sennit.rpc.session.socket;

import org.jspecify.annotations.NullMarked;
