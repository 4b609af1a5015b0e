// SPDX-License-Identifier: Apache-2.0
/**
 * The borders between the rooms, as far as no module system can say them.
 *
 * <p>Every rule is shown to fail on a fixture that breaks it.
 */
@NullMarked
package io.sennit.system.borders;

import org.jspecify.annotations.NullMarked;
