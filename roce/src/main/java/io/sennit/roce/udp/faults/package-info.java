// SPDX-License-Identifier: Apache-2.0
/** The packet device {@code faults}: a bad network, on purpose. */
@NullMarked
package io.sennit.roce.udp.faults;

import org.jspecify.annotations.NullMarked;
