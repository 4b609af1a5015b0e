// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp;

import io.sennit.roce.udp.os.EventPoll;
import io.sennit.roce.udp.os.LinkNotices;
import io.sennit.roce.udp.os.OsException;
import io.sennit.roce.wire.IpAddress;
import io.sennit.verbs.PortEvent;
import io.sennit.verbs.PortEvent.Kind;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares the links and addresses of an event loop's ports with what they were, each time that the
 * kernel gives notice of a change. Confined to the loop's thread.
 *
 * <p>Nobody is told of more than the difference, and nothing is looked at before all that was found
 * has been taken: a few events for each port are the most that wait.
 */
final class PortWatch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PortWatch.class);

  private final List<Link> links = new ArrayList<>();
  private final List<String> names = new ArrayList<>();
  private final int mostMtuBytes;
  private final ArrayDeque<PortEvent> events = new ArrayDeque<>();
  private final @Nullable LinkNotices notices;
  private boolean looked;

  private PortWatch(List<LocalAddress> addresses, int mostMtuBytes, @Nullable LinkNotices notices) {
    this.mostMtuBytes = mostMtuBytes;
    this.notices = notices;
    addresses.forEach(this::watch);
  }

  private void watch(LocalAddress address) {
    // An address that no interface has belongs to the host, whatever its links do.
    if (!address.interfaceName().isEmpty()) {
      links.add(new Link(names.size(), address));
    }
    names.add(address.name());
  }

  /** What a person calls a port. */
  String name(int port) {
    return names.get(port);
  }

  /** There is one port more. */
  void added(LocalAddress address) {
    events.add(new PortEvent(Kind.PORT_ADDED, names.size(), address.mtuBytes()));
    watch(address);
  }

  /** A port has another address, which may have gone by now, too. */
  void moved(int port, LocalAddress address) {
    Link link = new Link(port, address);
    links.removeIf(each -> each.port == port);
    links.add(link);
    names.set(port, address.name());
    events.add(new PortEvent(Kind.ADDRESS_CHANGED, port, address.mtuBytes()));
    link.compare(events);
  }

  /**
   * Where the kernel gives no notices only what the links are at first is known.
   *
   * @param mostMtuBytes a link that takes longer IP packets counts as one that takes these
   */
  static PortWatch open(
      List<LocalAddress> addresses, int mostMtuBytes, EventPoll poll, long token) {
    @Nullable LinkNotices opened = null;
    try {
      opened = LinkNotices.open();
      poll.watchChanges(opened, token);
      return new PortWatch(addresses, mostMtuBytes, opened);
    } catch (OsException e) {
      LOG.info("Changes of ports are not told: {}", e.reason());
      if (opened != null) {
        opened.close();
      }
      return new PortWatch(addresses, mostMtuBytes, null);
    }
  }

  /** Looks at the links, if all was taken and there may be news; whether it has looked. */
  boolean look() {
    boolean looks = events.isEmpty() && hasNews();
    if (looks) {
      links.forEach(link -> link.compare(events));
    }
    return looks;
  }

  /** The oldest change that was not taken. */
  Optional<PortEvent> take() {
    return Optional.ofNullable(events.poll());
  }

  private boolean hasNews() {
    boolean first = !looked;
    looked = true;
    return (notices != null && notices.take()) || first;
  }

  @Override
  public void close() {
    if (notices != null) {
      notices.close();
    }
  }

  /** The link of one port, as it was told of. */
  private final class Link {
    private final int port;
    private final String name;
    private final IpAddress address;
    private boolean active = true;
    private int mtuBytes;

    Link(int port, LocalAddress local) {
      this.port = port;
      name = local.interfaceName();
      address = local.address();
      mtuBytes = local.mtuBytes();
    }

    void compare(ArrayDeque<PortEvent> events) {
      boolean wasActive = active;
      int wasBytes = mtuBytes;
      look();
      if (mtuBytes != wasBytes) {
        events.add(new PortEvent(Kind.PATH_MTU_CHANGED, port, mtuBytes));
      }
      if (active != wasActive) {
        events.add(new PortEvent(active ? Kind.PORT_ACTIVE : Kind.PORT_ERROR, port, mtuBytes));
      }
    }

    private void look() {
      try {
        NetworkInterface found = NetworkInterface.getByName(name);
        active = found != null && found.isUp() && LocalAddresses.has(found, address);
        mtuBytes = found == null
            ? mtuBytes
            : LocalAddresses.payloadOf(Math.min(found.getMTU(), mostMtuBytes));
      } catch (SocketException gone) {
        active = false;
      }
    }
  }
}
