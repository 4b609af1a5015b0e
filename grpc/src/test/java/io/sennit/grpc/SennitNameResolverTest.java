// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.grpc.NameResolver;
import io.grpc.Status;
import io.grpc.SynchronizationContext;
import io.grpc.internal.GrpcUtil;
import io.sennit.rpc.session.Target;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What gRPC's balancers choose from. */
final class SennitNameResolverTest {
  private static List<Object> addresses(String target) {
    List<Object> heard = new ArrayList<>();
    SynchronizationContext context = new SynchronizationContext((_, failure) -> {
      throw new AssertionError(failure);
    });
    NameResolver.Args args = NameResolver.Args.newBuilder()
        .setDefaultPort(Target.DEFAULT_PORT)
        .setProxyDetector(GrpcUtil.NOOP_PROXY_DETECTOR)
        .setSynchronizationContext(context)
        .setServiceConfigParser(new NoServiceConfig())
        .build();
    new SennitNameResolver(Target.parse(target), args).start(new Listener(heard));
    return heard;
  }

  private static List<SennitSocketAddress> one(String host, int port) {
    return List.of(new SennitSocketAddress(
        InetSocketAddress.createUnresolved(host, port), Map.of("strands", "2")));
  }

  @Test
  void eachHostIsOneAddressWhateverItsNameStandsFor() {
    assertEquals(
        List.of(one("localhost", 7470), one("other.invalid", 1), one("fe80::1%eth0", 2)),
        addresses("sennit:///localhost,other.invalid:1,[fe80::1%eth0]:2?strands=2"));
  }

  private static final class Listener extends NameResolver.Listener2 {
    private final List<Object> heard;

    Listener(List<Object> heard) {
      this.heard = heard;
    }

    @Override
    public void onResult(NameResolver.ResolutionResult result) {
      result.getAddressesOrError().getValue().forEach(group -> heard.add(group.getAddresses()));
    }

    @Override
    public void onError(Status error) {
      heard.add(error);
    }
  }

  private static final class NoServiceConfig extends NameResolver.ServiceConfigParser {
    @Override
    public NameResolver.ConfigOrError parseServiceConfig(Map<String, ?> raw) {
      return NameResolver.ConfigOrError.fromConfig(raw);
    }
  }
}
