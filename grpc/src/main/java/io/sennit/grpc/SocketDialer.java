// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc;

import io.sennit.grpc.transport.SessionDialer;
import io.sennit.rpc.SessionOptions;
import io.sennit.rpc.StatusCode;
import io.sennit.rpc.session.Configuration;
import io.sennit.rpc.session.Connecting;
import io.sennit.rpc.session.LoopGroup;
import io.sennit.rpc.session.SessionConfig;
import io.sennit.rpc.session.SessionConnector;
import io.sennit.rpc.stream.SessionListener;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Makes sessions to the addresses that gRPC's resolvers found. Immutable.
 *
 * @param group whose threads serve the sessions
 * @param options the program's word, over what properties and the address say
 * @param last fits the config to the channel
 */
record SocketDialer(LoopGroup group, SessionOptions options, UnaryOperator<SessionConfig> last)
    implements SessionDialer {
  @Override
  public Runnable dial(SocketAddress address, SessionListener listener) {
    return switch (address) {
      case SennitSocketAddress ours -> dial(ours.bootstrap(), ours.options(), listener);
      case InetSocketAddress inet -> dial(inet, Map.of(), listener);
      default -> {
        listener.onShutdown(StatusCode.UNAVAILABLE, address + " is not an internet address");
        listener.onTerminated();
        yield () -> {};
      }
    };
  }

  @Override
  public void close() {
    // The group is the process's.
  }

  private Runnable dial(
      InetSocketAddress address, Map<String, String> target, SessionListener listener) {
    SessionConfig config = last.apply(Configuration.of(options.values(), target).config());
    InetAddress resolved = address.getAddress();
    String host = resolved == null ? address.getHostString() : resolved.getHostAddress();
    Connecting connecting =
        new SessionConnector(group, config).connect(host, address.getPort(), listener);
    return () -> connecting.cancel("The channel gave the session up");
  }
}
