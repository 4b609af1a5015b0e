// SPDX-License-Identifier: Apache-2.0
/** The endpoint for peers that are not Sennit, with peers of which each is something else. */
@NullMarked
package io.sennit.roce.foreign;

import org.jspecify.annotations.NullMarked;
