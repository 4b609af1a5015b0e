// SPDX-License-Identifier: Apache-2.0
/**
 * A stand-in for the engine: sessions whose two ends are in one process and hand messages to each
 * other, so that the gRPC room is tested alone and its listeners can be told what no real engine
 * would say on demand.
 */
@NullMarked
package io.sennit.grpc.direct;

import org.jspecify.annotations.NullMarked;
