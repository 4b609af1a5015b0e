// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc;

import static io.grpc.health.v1.HealthCheckResponse.ServingStatus.NOT_SERVING;
import static io.grpc.health.v1.HealthCheckResponse.ServingStatus.SERVING;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.protobuf.services.HealthStatusManager;
import io.sennit.base.LastResort;
import io.sennit.rpc.ThreadReport;
import io.sennit.rpc.Threads;
import io.sennit.rpc.ThreadsMXBean;
import java.lang.management.ManagementFactory;
import java.util.Iterator;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.management.JMX;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;

/** The health service of gRPC follows whether the process's threads turn. */
final class HealthTest {
  private static final long DEADLINE_SECONDS = 40;

  @Test
  void aThreadThatIsBlockedIsNotServingUntilItTurnsAgain() throws Exception {
    HealthStatusManager health = new HealthStatusManager();
    CountDownLatch release = new CountDownLatch(1);
    LastResort blocked = new LastResort("blocked-loop", () -> {});
    try (Threads.Watch _ = Threads.watch(turning -> health.setStatus(
        HealthStatusManager.SERVICE_NAME_ALL_SERVICES, turning ? SERVING : NOT_SERVING))) {
      Server server = SennitServerBuilder.forPort(0)
          .addService(health.getHealthService())
          .build()
          .start();
      ManagedChannel channel = Grpc.newChannelBuilder(
              "sennit:///localhost:" + server.getPort(), InsecureChannelCredentials.create())
          .build();
      try {
        Iterator<HealthCheckResponse> changes = HealthGrpc.newBlockingStub(channel)
            .withDeadlineAfter(DEADLINE_SECONDS, TimeUnit.SECONDS)
            .watch(HealthCheckRequest.getDefaultInstance());
        assertEquals(SERVING, changes.next().getStatus());
        assertEquals(NOT_SERVING, changes.next().getStatus(), "it was woken and does not turn");
        assertTrue(isListed("blocked-loop"), Threads.reports().toString());
        Thread turns = Thread.ofPlatform().daemon().start(() -> turn(blocked, release));
        assertEquals(SERVING, changes.next().getStatus(), "it turns again");
        release.countDown();
        turns.join();
      } finally {
        channel.shutdownNow();
        server.shutdownNow();
      }
    } finally {
      release.countDown();
      blocked.close();
    }
  }

  /** Until the test has seen it. */
  private static void turn(LastResort blocked, CountDownLatch release) {
    try {
      while (!release.await(1, TimeUnit.MILLISECONDS)) {
        blocked.turned(LastResort.nanoTime());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static boolean isListed(String thread) throws Exception {
    ThreadsMXBean bean = JMX.newMXBeanProxy(
        ManagementFactory.getPlatformMBeanServer(),
        new ObjectName(ThreadsMXBean.NAME),
        ThreadsMXBean.class);
    return !bean.isTurning()
        && bean.getThreads().stream().anyMatch(each -> isBlocked(each, thread))
        && bean.getThreads().stream()
            .anyMatch(each -> each.thread().equals("sennit-sockets") && each.turns() > 0);
  }

  private static boolean isBlocked(ThreadReport report, String thread) {
    return report.thread().equals(thread) && !report.turning();
  }
}
