// SPDX-License-Identifier: Apache-2.0
/** Tests of the transport, piece by piece. */
@NullMarked
package io.sennit.grpc.transport;

import org.jspecify.annotations.NullMarked;
