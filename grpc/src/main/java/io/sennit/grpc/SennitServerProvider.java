// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc;

import io.grpc.ServerCredentials;
import io.grpc.ServerProvider;

/**
 * Makes {@code Grpc.newServerBuilderForPort(port, SennitServerCredentials.insecure())} a Sennit
 * server; see {@link Preference} for other credentials. Found by gRPC through its service file;
 * safe from any thread.
 */
public final class SennitServerProvider extends ServerProvider {
  /** For gRPC. */
  public SennitServerProvider() {}

  @Override
  protected boolean isAvailable() {
    return true;
  }

  @Override
  protected int priority() {
    return Preference.priority();
  }

  @Override
  protected SennitServerBuilder builderForPort(int port) {
    return SennitServerBuilder.forPort(port);
  }

  @Override
  protected NewServerBuilderResult newServerBuilderForPort(
      int port, ServerCredentials credentials) {
    return Insecurity.refusalOf(credentials)
        .map(NewServerBuilderResult::error)
        .orElseGet(() ->
            NewServerBuilderResult.serverBuilder(SennitServerBuilder.forPort(port, credentials)));
  }
}
