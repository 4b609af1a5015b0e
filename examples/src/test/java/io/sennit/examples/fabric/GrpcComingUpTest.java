// SPDX-License-Identifier: Apache-2.0
package io.sennit.examples.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.InsecureServerCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.sennit.examples.blobs.BlobsService;
import io.sennit.examples.blobs.v1.BlobsGrpc;
import io.sennit.examples.blobs.v1.StatRequest;
import io.sennit.grpc.SennitChannelBuilder;
import io.sennit.grpc.SennitServerBuilder;
import io.sennit.simulator.api.Fabric;
import io.sennit.simulator.api.LinkSpec;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** gRPC's channels come up as native clients do, over whichever address works. */
final class GrpcComingUpTest {
  private static final int PORT = 7470;

  /** What a link that is cut may cost at most. */
  private static final Duration EACH = Duration.ofMillis(300);

  @TempDir
  private Path served;

  @BeforeEach
  void store() throws IOException {
    Files.write(served.resolve("blob"), new byte[] {1, 2, 3});
  }

  /** Virtual time until a first call is answered. */
  private Duration firstCall(Consumer<Fabric> plan) throws IOException {
    try (Fabric fabric = Fabric.seed(7).join("a", "b", 2, LinkSpec.gigabits(10)).build()) {
      Server server = SennitServerBuilder.forAddress(
              new InetSocketAddress(PORT), InsecureServerCredentials.create())
          .on(fabric.host("b"))
          .addService(new BlobsService(served))
          .build()
          .start();
      ManagedChannel channel = SennitChannelBuilder.forTarget(fabric.host("b").target(PORT))
          .on(fabric.host("a"))
          .build();
      plan.accept(fabric);
      StatRequest request = StatRequest.newBuilder().setName("blob").build();
      var answer = BlobsGrpc.newFutureStub(channel).stat(request);
      assertEquals(3, fabric.await(answer).getSizeBytes());
      Duration took = fabric.now();
      channel.shutdown();
      server.shutdown();
      fabric.advance(Duration.ofMillis(100));
      assertTrue(channel.isTerminated(), "the channel");
      assertTrue(server.isTerminated(), "the server");
      return took;
    }
  }

  static List<Arguments> cuts() {
    List<Arguments> cuts = new ArrayList<>();
    for (int link = 0; link < 2; link++) {
      for (long micros : new long[] {0, 250, 500, 1_000, 2_000}) {
        cuts.add(Arguments.of(link, micros, true));
        cuts.add(Arguments.of(link, micros, false));
      }
    }
    return cuts;
  }

  @ParameterizedTest
  @MethodSource("cuts")
  void aLinkIsCut(int link, long micros, boolean seen) throws IOException {
    Duration whole = firstCall(fabric -> {});
    Duration took = firstCall(fabric -> fabric.at(
        Duration.ofNanos(1_000 * micros),
        seen ? fabric.link(link)::cut : fabric.link(link)::cutSilently));
    assertTrue(took.compareTo(whole.plus(EACH)) <= 0, () -> took + ", without a cut " + whole);
  }
}
