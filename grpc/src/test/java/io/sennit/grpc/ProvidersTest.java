// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.ChannelCredentials;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.InsecureServerCredentials;
import io.grpc.NameResolverRegistry;
import io.grpc.TlsChannelCredentials;
import io.grpc.TlsServerCredentials;
import java.io.ByteArrayInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** How gRPC finds this transport, and when it does not. */
final class ProvidersTest {
  private static final String TARGET = "sennit:///localhost:1";

  @Test
  void aSennitTargetMakesASennitChannel() {
    assertInstanceOf(
        SennitChannelBuilder.class,
        Grpc.newChannelBuilder(TARGET, InsecureChannelCredentials.create()));
  }

  @Test
  void ownCredentialsMakeASennitServer() {
    assertInstanceOf(
        SennitServerBuilder.class,
        Grpc.newServerBuilderForPort(0, SennitServerCredentials.insecure()));
  }

  @Test
  void dnsStaysTheResolverOfTargetsWithoutAScheme() {
    assertEquals("dns", NameResolverRegistry.getDefaultRegistry().getDefaultScheme());
  }

  @Test
  void otherTargetsAreLeftToOtherTransports() {
    RuntimeException refusal = assertThrows(
        RuntimeException.class,
        () -> Grpc.newChannelBuilder("dns:///h:1", InsecureChannelCredentials.create()));
    assertTrue(
        String.valueOf(refusal.getMessage()).contains("SennitManagedChannelProvider"),
        String.valueOf(refusal.getMessage()));
  }

  @Test
  void thePropertyMakesItTheFirstChoiceOfUnchangedPrograms() {
    System.setProperty(Preference.PROPERTY, "true");
    try {
      assertTrue(new SennitServerProvider().priority() > 5, "not before Netty");
      assertInstanceOf(
          SennitChannelBuilder.class,
          Grpc.newChannelBuilder("dns:///h:1", InsecureChannelCredentials.create()));
    } finally {
      System.clearProperty(Preference.PROPERTY);
    }
    assertTrue(new SennitServerProvider().priority() < 3, "before OkHttp without being asked");
  }

  @Test
  void credentialsThatPromiseWhatIsNotKeptAreRefused() throws Exception {
    ChannelCredentials tls = TlsChannelCredentials.create();
    refusesTls(() -> Grpc.newChannelBuilder(TARGET, tls));
    refusesTls(() -> SennitChannelBuilder.forTarget(TARGET, tls));
    TlsServerCredentials.Builder builder =
        TlsServerCredentials.newBuilder().keyManager(noBytes(), noBytes());
    refusesTls(() -> SennitServerBuilder.forPort(0, builder.build()));
    refusesTls(() -> Grpc.newServerBuilderForPort(0, builder.build()));
  }

  @Test
  void transportSecurityIsRefused() {
    SennitChannelBuilder channel = SennitChannelBuilder.forTarget(TARGET);
    assertThrows(UnsupportedOperationException.class, channel::useTransportSecurity);
    SennitServerBuilder server = SennitServerBuilder.forPort(0, InsecureServerCredentials.create());
    assertThrows(
        UnsupportedOperationException.class,
        () -> server.useTransportSecurity(noBytes(), noBytes()));
  }

  @Test
  void aWrongOptionIsRefusedWhenTheChannelIsBuilt() {
    IllegalArgumentException refusal = assertThrows(
        IllegalArgumentException.class,
        () -> Grpc.newChannelBuilder(TARGET + "?providers=shm", InsecureChannelCredentials.create())
            .build());
    assertTrue(
        String.valueOf(refusal.getMessage()).contains("did you mean 'provider'?"),
        String.valueOf(refusal.getMessage()));
  }

  private static void refusesTls(Executable attempt) {
    RuntimeException refusal = assertThrows(RuntimeException.class, attempt);
    String message = String.valueOf(refusal.getMessage());
    assertTrue(message.contains("security level NONE"), message);
  }

  private static ByteArrayInputStream noBytes() {
    return new ByteArrayInputStream(new byte[0]);
  }
}
