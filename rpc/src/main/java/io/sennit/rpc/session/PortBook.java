// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.verbs.CompletionChannel;
import io.sennit.verbs.Port;
import io.sennit.verbs.PortEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What has become of a device's ports, for every session on its loop. Belongs to the loop's owner.
 */
final class PortBook implements LoopAgent {
  private static final Logger LOG = LoggerFactory.getLogger(PortBook.class);

  /** To ask costs a system call, so a busy loop does not at every turn. */
  private static final long GAP_NANOS = 1_000_000;

  private final CompletionChannel channel;
  private final Supplier<List<Port>> ports;
  private final Map<Integer, PortEvent> last = new TreeMap<>();

  /** Ports with a new address; a session may have told its peer already. */
  private final Map<Integer, PortEvent> moved = new TreeMap<>();

  private final List<Consumer<PortEvent>> listeners = new ArrayList<>();
  private boolean asked;
  private long askedNanos;
  private boolean late;

  /** @param ports of the device, for their names */
  PortBook(CompletionChannel channel, Supplier<List<Port>> ports) {
    this.channel = channel;
    this.ports = ports;
  }

  /** Adds a listener, which hears at once of each port that has changed, then of all events. */
  void enter(Consumer<PortEvent> listener) {
    moved.values().forEach(listener);
    last.values().forEach(listener);
    listeners.add(listener);
  }

  void leave(Consumer<PortEvent> listener) {
    listeners.remove(listener);
  }

  @Override
  public int poll(long nowNanos) {
    late = asked && nowNanos - askedNanos < GAP_NANOS;
    if (late) {
      return 0;
    }
    asked = true;
    askedNanos = nowNanos;
    int events = 0;
    for (Optional<PortEvent> event = channel.takePortEvent();
        event.isPresent();
        event = channel.takePortEvent()) {
      tell(event.get());
      events++;
    }
    return events;
  }

  private void tell(PortEvent event) {
    LOG.info("port {} {}", name(event.port()), words(event));
    keep(event);
    List.copyOf(listeners).forEach(listener -> listener.accept(event));
  }

  private void keep(PortEvent event) {
    switch (event.kind()) {
      case ADDRESS_CHANGED -> {
        moved.put(event.port(), event);
        last.remove(event.port());
      }
      case PATH_MTU_CHANGED -> last.putIfAbsent(event.port(), event);
      case PORT_ACTIVE, PORT_ERROR, PORT_ADDED -> last.put(event.port(), event);
    }
  }

  private String name(int port) {
    List<Port> all = ports.get();
    return port < all.size() ? all.get(port).name() : String.valueOf(port);
  }

  private static String words(PortEvent event) {
    return switch (event.kind()) {
      case PORT_ACTIVE -> "works again";
      case PORT_ERROR -> "carries nothing: its link is down, or its address is gone";
      case PATH_MTU_CHANGED ->
        "has another MTU: a packet carries " + event.mtuBytes() + " bytes of payload";
      case PORT_ADDED -> "has come";
      case ADDRESS_CHANGED -> "has this address now, since the last one is gone";
    };
  }

  /** What came since it last asked must not wait for the next event of another kind. */
  @Override
  public long nextTimerNanos() {
    return late ? askedNanos + GAP_NANOS : Long.MAX_VALUE;
  }

  @Override
  public boolean arm() {
    return true;
  }

  @Override
  public boolean quiet() {
    return true;
  }
}
