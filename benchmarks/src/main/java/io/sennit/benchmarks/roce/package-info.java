// SPDX-License-Identifier: Apache-2.0
/**
 * {@code ./sennit bench roce}: the user-mode RoCEv2 provider beside bare UDP by the same system
 * calls, which is what the machine can do without a protocol.
 */
@NullMarked
package io.sennit.benchmarks.roce;

import org.jspecify.annotations.NullMarked;
