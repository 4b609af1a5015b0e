// SPDX-License-Identifier: Apache-2.0
/**
 * Calls on braids: sessions, control plane, data plane, streams.
 *
 * <p>This package is the native API.
 */
@NullMarked
package io.sennit.rpc;

import org.jspecify.annotations.NullMarked;
