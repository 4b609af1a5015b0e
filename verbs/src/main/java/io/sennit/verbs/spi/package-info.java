// SPDX-License-Identifier: Apache-2.0
/** What a verbs provider implements; providers are found by {@link java.util.ServiceLoader}. */
@NullMarked
package io.sennit.verbs.spi;

import org.jspecify.annotations.NullMarked;
