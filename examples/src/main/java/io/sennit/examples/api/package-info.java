// SPDX-License-Identifier: Apache-2.0
/**
 * The native API in six short programs, each a server and a client in one process so that it runs
 * by itself: {@code Echo}, {@code Later}, {@code Streams}, {@code IntoMyMemory},
 * {@code RemoteCounters} and {@code WhenThingsGoWrong}. Rules of ownership:
 * {@code docs/OWNERSHIP.md}.
 */
@NullMarked
package io.sennit.examples.api;

import org.jspecify.annotations.NullMarked;
