// SPDX-License-Identifier: Apache-2.0
/**
 * The kernel's UDP sockets by the FFM API: system calls, their structs and their numbers. The only
 * package of this room that makes downcalls.
 */
@NullMarked
package io.sennit.roce.udp.os;

import org.jspecify.annotations.NullMarked;
