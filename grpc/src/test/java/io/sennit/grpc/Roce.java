// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc;

import static org.junit.Assert.assertTrue;

import io.sennit.rpc.PathTraffic;
import io.sennit.rpc.Sessions;
import io.sennit.rpc.session.SessionConfig;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Real sessions over RoCEv2 with four paths, as patient as those over shared memory. */
final class Roce {
  private static final List<String> ADDRESSES =
      List.of("127.0.0.1", "127.0.0.2", "127.0.0.3", "127.0.0.4");

  private Roce() {}

  static SessionConfig fourPaths(SessionConfig config) {
    return Shm.patient(config)
        .withProviders(List.of("roce"))
        .withProviderOptions(Map.of("roce.addresses", String.join(",", ADDRESSES)));
  }

  static SessionConfig withCuts(SessionConfig config) {
    Map<String, String> options = new HashMap<>(config.providerOptions());
    options.put("roce.faults", "address=" + ADDRESSES.getLast() + ";cutMillis=100;everyMillis=300");
    return config.withProviderOptions(options);
  }

  static void assertEveryPathCarriedSomething() {
    List<PathTraffic> traffic = Sessions.traffic();
    for (String address : ADDRESSES) {
      String rail = "roce lo/" + address + "-lo/" + address + "/";
      assertTrue(
          rail + " in " + traffic,
          traffic.stream().anyMatch(path -> path.path().startsWith(rail) && path.bytes() > 0));
    }
  }
}
