// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc;

import static org.junit.Assert.assertTrue;

import io.grpc.ManagedChannelBuilder;
import io.grpc.ServerBuilder;
import io.grpc.internal.ManagedChannelImplBuilder;
import io.grpc.internal.ServerImplBuilder;
import io.grpc.testing.integration.AbstractInteropTest;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.After;
import org.junit.AfterClass;
import org.junit.BeforeClass;

/** gRPC's own interop suite, all of it: a run in which a case was left out fails. */
public abstract class InteropSuite extends AbstractInteropTest {
  private static final int CASES = 35;
  private static final AtomicInteger RAN = new AtomicInteger();

  abstract SennitServerBuilder newServerBuilder();

  /** To the server that runs. */
  abstract SennitChannelBuilder newChannelBuilder();

  @BeforeClass
  public static void resetCount() {
    RAN.set(0);
  }

  @After
  public void count() {
    RAN.incrementAndGet();
  }

  @AfterClass
  public static void allRan() {
    assertTrue(RAN.get() + " cases ran, not " + CASES, RAN.get() >= CASES);
  }

  @Override
  protected final ServerBuilder<?> getServerBuilder() {
    SennitServerBuilder builder = newServerBuilder().maxInboundMessageSize(MAX_MESSAGE_SIZE);
    ((ServerImplBuilder) builder.delegate()).setStatsEnabled(false); // The suite counts itself.
    return builder.addStreamTracerFactory(createCustomCensusTracerFactory());
  }

  @Override
  protected final ManagedChannelBuilder<?> createChannelBuilder() {
    SennitChannelBuilder builder = newChannelBuilder().maxInboundMessageSize(MAX_MESSAGE_SIZE);
    ((ManagedChannelImplBuilder) builder.delegate()).setStatsEnabled(false);
    return builder.intercept(createCensusStatsClientInterceptor());
  }
}
