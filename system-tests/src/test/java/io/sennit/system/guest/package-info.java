// SPDX-License-Identifier: Apache-2.0
/**
 * The roce provider against Linux' own RoCE driver, rxe, in a guest that QEMU emulates:
 * {@code ./sennit test guest}. The programs of rdma-core and perftest in the guest speak with the
 * small programs here, which do what those do with their sockets before RDMA begins.
 */
@NullMarked
package io.sennit.system.guest;

import org.jspecify.annotations.NullMarked;
