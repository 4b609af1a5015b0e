// SPDX-License-Identifier: Apache-2.0
/**
 * A hostile verbs provider: two domains in one thread that do what NICs may do, and what this
 * project's own engines never do. Requests are executed after their initiator was told that they
 * failed, source memory is read again, completions are lost or come late and together, a WRITE is
 * executed twice, and nothing but destruction of the peer's half ends any of it.
 *
 * <p>Nothing here happens by itself: every step of a request is a call, and whoever implements
 * {@link io.sennit.simulator.hostile.Hands} decides which one comes next. The explorer in
 * {@code io.sennit.simulator.exhaustive} tries every order.
 */
@NullMarked
package io.sennit.simulator.hostile;

import org.jspecify.annotations.NullMarked;
