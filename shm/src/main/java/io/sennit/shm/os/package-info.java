// SPDX-License-Identifier: Apache-2.0
/**
 * The Linux kernel as this room needs it: system calls by the FFM API and nothing of verbs. The
 * only place of the room that calls out of the JVM.
 *
 * <p>Everything goes through one downcall, {@code syscall(2)}: one handle to bind, the same structs
 * on both processors that are known ({@link io.sennit.shm.os.Call}), and {@code errno} captured
 * with the call.
 */
@NullMarked
package io.sennit.shm.os;

import org.jspecify.annotations.NullMarked;
