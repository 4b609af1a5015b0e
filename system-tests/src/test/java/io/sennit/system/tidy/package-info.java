// SPDX-License-Identifier: Apache-2.0
/** The house rules on the text of the sources, checked by reading it. */
@NullMarked
package io.sennit.system.tidy;

import org.jspecify.annotations.NullMarked;
