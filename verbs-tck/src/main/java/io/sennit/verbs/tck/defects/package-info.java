// SPDX-License-Identifier: Apache-2.0
/**
 * Providers that are wrong on purpose: decorators with one named defect each.
 *
 * <p>Every case of the contract names, through these, a way of being wrong that it catches. A case
 * that no defect makes fail is not a case.
 */
@NullMarked
package io.sennit.verbs.tck.defects;

import org.jspecify.annotations.NullMarked;
