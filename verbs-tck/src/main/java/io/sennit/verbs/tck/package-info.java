// SPDX-License-Identifier: Apache-2.0
/**
 * The contract suite: one abstract class per verb family, and one that nests them all.
 *
 * <p>A provider is done when its subclass passes.
 */
@NullMarked
package io.sennit.verbs.tck;

import org.jspecify.annotations.NullMarked;
