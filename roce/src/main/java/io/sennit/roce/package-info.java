// SPDX-License-Identifier: Apache-2.0
/**
 * A user-mode RoCEv2 endpoint: IBTA's reliable and unreliable connections, and datagrams, sans-IO.
 *
 * <p>One engine serves one event loop. A {@link io.sennit.roce.Shell} gives it packets and time and
 * takes {@link io.sennit.roce.Burst}s from it; the engine has no socket, no thread and no clock of
 * its own, so that a test or a simulator can be its shell as well.
 *
 * <p>Unless a type says otherwise, everything here is confined to the one thread that owns the
 * engine (ownership may be handed over with a happens-before edge).
 */
@NullMarked
package io.sennit.roce;

import org.jspecify.annotations.NullMarked;
