// SPDX-License-Identifier: Apache-2.0
/** The commands as a user meets them: real processes, their words, their exit statuses. */
@NullMarked
package io.sennit.system.cli;

import org.jspecify.annotations.NullMarked;
