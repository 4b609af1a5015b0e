// SPDX-License-Identifier: Apache-2.0
/** The contract suite on the reference provider, and on defective ones. */
@NullMarked
package io.sennit.verbs.tck;

import org.jspecify.annotations.NullMarked;
