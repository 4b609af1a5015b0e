// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.Attributes;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.ServerStreamTracer;
import io.grpc.ServerStreamTracer.ServerCallInfo;
import io.grpc.Status;
import io.grpc.testing.TestMethodDescriptors;
import io.sennit.base.ManualClock;
import io.sennit.rpc.AdmissionReport;
import io.sennit.rpc.admission.Admission;
import io.sennit.rpc.admission.AdmissionConfig;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** gRPC's server decides what runs: what is counted is what it does. */
final class CallPermitsTest {
  private static final long MILLI = 1_000_000;
  private static final String METHOD = "a/b";

  private final ManualClock clock = new ManualClock();
  private final Admission admission = new Admission(AdmissionConfig.defaults(), Map.of());
  private final CallPermits permits = new CallPermits(admission, "client", clock);

  private AdmissionReport report() {
    return admission.report("test", clock.nanoTime());
  }

  private ServerStreamTracer ask(long timeoutNanos) {
    assertTrue(permits.ask(METHOD, timeoutNanos).isEmpty(), "there is a place");
    return permits.newServerStreamTracer(METHOD, new Metadata());
  }

  private static final class Info extends ServerCallInfo<Void, Void> {
    @Override
    public MethodDescriptor<Void, Void> getMethodDescriptor() {
      return TestMethodDescriptors.voidMethod().toBuilder()
          .setFullMethodName(METHOD)
          .setType(MethodType.UNARY)
          .build();
    }

    @Override
    public Attributes getAttributes() {
      return Attributes.EMPTY;
    }

    @Override
    public String getAuthority() {
      return "test";
    }
  }

  @Test
  void aCallThatIsNotMadeGivesItsPlaceBack() {
    assertTrue(permits.ask(METHOD, Long.MAX_VALUE).isEmpty(), "there is a place");
    permits.giveBack();
    assertEquals(0, report().open());
    ServerStreamTracer tracer = ask(Long.MAX_VALUE);
    permits.giveBack();
    tracer.streamClosed(Status.INTERNAL);
    assertEquals(0, report().open());
    assertEquals(0, report().waiting());
  }

  @Test
  void aCallThatRunsThoughItMayBeLateIsNotCountedAsRefused() {
    admission.know(METHOD);
    ServerStreamTracer usual = ask(Long.MAX_VALUE);
    usual.serverCallStarted(new Info());
    clock.advance(100 * MILLI);
    usual.streamClosed(Status.OK);
    ServerStreamTracer late = ask(150 * MILLI);
    clock.advance(100 * MILLI);
    late.serverCallStarted(new Info());
    clock.advance(40 * MILLI);
    late.streamClosed(Status.OK);
    assertEquals(0, report().refused(), () -> report().toString());
    assertEquals(0, report().open());
  }
}
