// SPDX-License-Identifier: Apache-2.0
/**
 * What rdma-core's {@code rping} does, as client and as server: connections by RDMA CM, then for
 * each ping a READ of the client's bytes and a WRITE back.
 */
@NullMarked
package io.sennit.system.rping;

import org.jspecify.annotations.NullMarked;
