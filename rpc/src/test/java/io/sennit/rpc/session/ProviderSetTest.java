// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.verbs.Device;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class ProviderSetTest {
  private final TestChannel channel = new TestChannel();
  private final AtomicInteger closed = new AtomicInteger();

  private Device device() {
    return (Device) Proxy.newProxyInstance(
        Device.class.getClassLoader(),
        new Class<?>[] {Device.class},
        (self, method, arguments) -> switch (method.getName()) {
          case "createCompletionChannel" -> channel;
          case "close" -> closed.incrementAndGet();
          default -> throw new AssertionError(method);
        });
  }

  @Test
  void aDeviceForWhoseLoopNoThreadCanBeHadIsClosedWithItsChannel() {
    ProviderSet providers = new ProviderSet(
        (name, ofDevice) -> {
          throw new OutOfMemoryError("unable to create native thread (expected by the test)");
        },
        List.of(new OpeningProvider(this::device)));
    assertThrows(OutOfMemoryError.class, () -> providers.choose(SessionConfig.defaults()));
    assertEquals(1, closed.get());
    assertTrue(channel.isClosed(), "the channel");
  }
}
