// SPDX-License-Identifier: Apache-2.0
/** Processes that tests start, talk to, and end. */
@NullMarked
package io.sennit.system.process;

import org.jspecify.annotations.NullMarked;
