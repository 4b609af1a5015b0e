// SPDX-License-Identifier: Apache-2.0
/**
 * RoCEv2 with peers that are not Sennit: NICs, and Linux' rxe. Addresses of queue pairs are
 * exchanged by whatever the peer speaks, and told as explicit attributes, or by RDMA CM.
 */
@NullMarked
package io.sennit.roce.foreign;

import org.jspecify.annotations.NullMarked;
