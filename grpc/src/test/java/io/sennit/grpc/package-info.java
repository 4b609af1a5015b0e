// SPDX-License-Identifier: Apache-2.0
/** Tests of the gRPC room. */
@NullMarked
package io.sennit.grpc;

import org.jspecify.annotations.NullMarked;
