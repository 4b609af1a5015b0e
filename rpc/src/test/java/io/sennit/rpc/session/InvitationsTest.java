// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.base.Clock;
import io.sennit.verbs.CompletionChannel;
import io.sennit.verbs.Device;
import io.sennit.verbs.Invitation;
import io.sennit.verbs.Port;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a server holds for a client that does not come is given back. */
final class InvitationsTest {
  private static final List<String> PROVIDERS = List.of("one", "two", "three");
  private final List<String> closed = new ArrayList<>();
  private final CompletionChannel channel = new TestChannel();
  private final EventLoop loop =
      new EventLoop("invitations", EventLoopConfig.defaults(), Clock.system(), channel);

  @AfterEach
  void close() {
    loop.close();
  }

  /** Its invitations throw when they are closed. */
  private ProviderLoop provider(String name) {
    Device device = (Device) proxy(Device.class, method -> switch (method) {
      case "ports" -> List.of(new Port(0, "nowhere"));
      case "routeLabels" -> List.of(1);
      case "invite" -> invitation(name);
      default -> throw new AssertionError(method);
    });
    return new ProviderLoop(name, device, channel, loop, new PortBook(channel, List::of));
  }

  private Object invitation(String name) {
    return proxy(Invitation.class, method -> {
      if (method.equals("offer")) {
        return new byte[1];
      }
      closed.add(name);
      throw new IllegalStateException(name + " cannot be closed (expected by the test)");
    });
  }

  /** What a method of an interface does, whatever its arguments. */
  private interface Doing {
    Object apply(String method);
  }

  private static Object proxy(Class<?> type, Doing doing) {
    return Proxy.newProxyInstance(
        type.getClassLoader(),
        new Class<?>[] {type},
        (self, method, arguments) -> doing.apply(method.getName()));
  }

  @Test
  void eachIsClosedWhateverThoseBeforeItThrow() {
    Invitations invitations = new Invitations(SessionConfig.defaults());
    List<ProviderLoop> usable = PROVIDERS.stream().map(this::provider).toList();
    Hello hello = new Hello(PROVIDERS, List.of(), HostIdentity.local());
    invitations.make(new ProviderChoice(usable, List.of()), hello);
    assertFalse(invitations.isEmpty());
    assertThrows(IllegalStateException.class, invitations::closeAll);
    assertEquals(PROVIDERS, closed);
    assertTrue(invitations.isEmpty());
  }
}
