// SPDX-License-Identifier: Apache-2.0
/** A file service with a stock gRPC {@code .proto}, and the commands that use it. */
@NullMarked
package io.sennit.examples.blobs;

import org.jspecify.annotations.NullMarked;
