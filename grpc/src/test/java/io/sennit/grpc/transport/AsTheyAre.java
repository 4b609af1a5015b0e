// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc.transport;

import io.grpc.MethodDescriptor;
import java.io.InputStream;

/** Passes messages on as the streams that they are. */
final class AsTheyAre implements MethodDescriptor.Marshaller<InputStream> {
  @Override
  public InputStream stream(InputStream value) {
    return value;
  }

  @Override
  public InputStream parse(InputStream stream) {
    return stream;
  }
}
