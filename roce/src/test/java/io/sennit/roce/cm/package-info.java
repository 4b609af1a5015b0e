// SPDX-License-Identifier: Apache-2.0
/** The connection manager, message by message and on a network that loses them. */
@NullMarked
package io.sennit.roce.cm;

import org.jspecify.annotations.NullMarked;
