// SPDX-License-Identifier: Apache-2.0
/**
 * The contract suite: one abstract class per verb family, which every provider subclasses.
 *
 * <p>A provider is done when its subclasses pass.
 */
@NullMarked
package io.sennit.verbs.tck;

import org.jspecify.annotations.NullMarked;
