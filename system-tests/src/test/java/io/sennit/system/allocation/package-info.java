// SPDX-License-Identifier: Apache-2.0
/** What calls cost in garbage. */
@NullMarked
package io.sennit.system.allocation;

import org.jspecify.annotations.NullMarked;
