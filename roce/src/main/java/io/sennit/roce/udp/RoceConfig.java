// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp;

import io.sennit.roce.Congestion;
import io.sennit.roce.EngineConfig;
import io.sennit.verbs.spi.ProviderOption;
import io.sennit.verbs.spi.Settings;
import java.util.Arrays;
import java.util.List;

/**
 * Every choice and bound of the shell.
 *
 * @param addresses where to open ports: literals and names of interfaces, those with ! before them
 *     not; empty: all that are up
 * @param devices names of the packet devices to switch on, from the wire to the engine
 * @param segments whether the kernel may cut a send into packets (UDP_SEGMENT), if it can
 * @param coalesces whether the kernel may hand over received packets in runs (UDP_GRO), if it can
 * @param receiveBufferBytes asked of the kernel for each receive socket
 * @param receiveShares into how many shares that is divided; a peer may fill one
 * @param mtuBytes a link that takes longer IP packets counts as one that takes these
 * @param engine bounds of each loop's engine
 * @param ports UDP ports that peers send to
 * @param isForeign whether the peers are not Sennit
 */
record RoceConfig(
    List<String> addresses,
    List<String> devices,
    boolean segments,
    boolean coalesces,
    int receiveBufferBytes,
    int receiveShares,
    int mtuBytes,
    EngineConfig engine,
    UdpPorts ports,
    boolean isForeign) {
  /** Most local addresses; what a rendezvous has room for. */
  static final int MOST_PORTS = 16;

  /** Most route labels between two ports. */
  static final int MOST_LABELS = 64;

  /** Most invitations that wait for a peer at the same time. */
  static final int MOST_INVITATIONS = 4096;

  /** Datagrams that a socket of the rendezvous takes before others have their turn. */
  static final int RENDEZVOUS_DATAGRAMS = 64;

  /** Turns of a loop whose sockets never get empty until its timers run nevertheless. */
  static final int BUSY_TURNS = 256;

  /** Messages, each up to a whole run of packets, that one system call takes from a socket. */
  static final int RECEIVE_MESSAGES = 32;

  /** What a look at a socket brings in the middle of a stream, at least. */
  static final int STREAM_BYTES = 16 << 10;

  /** Looks at a socket in the middle of a stream before anything is answered. */
  static final int STREAM_LOOKS = 4;

  /** Asked of the kernel for each send socket. */
  static final int SEND_BUFFER_BYTES = 4 << 20;

  /** Between two looks at the sockets, however often the completion queues are polled. */
  static final long DRIVE_GAP_NANOS = 250;

  /** From one hello to the next of a rendezvous that has no answer yet. */
  static final long HELLO_NANOS = 20_000_000;

  /** RoCEv2's UDP port. */
  static final int FOREIGN_PORT = 4791;

  /** The longest IP packet there is. */
  static final int MOST_LINK_BYTES = 65_535;

  /** What every link of IPv4 takes. */
  private static final int LEAST_LINK_BYTES = 576;

  private static final int LEAST_BUFFER_BYTES = 1 << 17;
  private static final int MOST_BUFFER_BYTES = 1 << 30;
  private static final int MOST_SHARES = 1024;
  private static final String FLAG = "true, false";

  static final List<ProviderOption> OPTIONS = List.of(
      new ProviderOption(
          "addresses",
          "names, by commas",
          "",
          "to " + MOST_PORTS,
          "The ports, by IP address or interface, with ! before it not this one; none: all that are"
              + " up."),
      new ProviderOption(
          "ports",
          "range",
          "",
          "1-2 to 65534-65535",
          "UDP ports that peers send to, such as 47000-47015, for firewalls; none: any that are"
              + " free."),
      new ProviderOption(
          "devices",
          "names, by commas",
          "",
          "",
          "Packet devices between the engine and the sockets, from the wire on."),
      new ProviderOption(
          "segments",
          "true or false",
          "true",
          FLAG,
          "Whether the kernel may cut a send into packets."),
      new ProviderOption(
          "coalesces",
          "true or false",
          "true",
          FLAG,
          "Whether the kernel may join received packets."),
      new ProviderOption(
          "receiveBufferBytes",
          "bytes",
          Integer.toString(4 << 20),
          range(LEAST_BUFFER_BYTES, MOST_BUFFER_BYTES),
          "Asked for each receive socket; net.core.rmem_max bounds it unless the user is root."),
      new ProviderOption(
          "receiveShares",
          "count",
          "2",
          range(1, MOST_SHARES),
          "Into how many shares a receive buffer is divided; a peer may fill one."),
      new ProviderOption(
          "mtuBytes",
          "bytes",
          Integer.toString(MOST_LINK_BYTES),
          range(LEAST_LINK_BYTES, MOST_LINK_BYTES),
          "Longest IP packet, where interface and path carry more."),
      new ProviderOption(
          "retryCount",
          "count",
          Integer.toString(EngineConfig.STANDARD.retryCount()),
          range(0, EngineConfig.MOST_RETRIES),
          "How often a silent peer is asked again: 39 are 10 s, 9 are 1.1 s."),
      new ProviderOption(
          "congestion",
          "name",
          "swift",
          "swift, dcqcn",
          "Slows down by delay, or by reports of marks, where no packet is lost."));

  /** @throws IllegalArgumentException if a value is malformed; names the option */
  static RoceConfig of(Settings settings) {
    return new RoceConfig(
        names(settings.text("addresses")),
        names(settings.text("devices")),
        flag(settings, "segments"),
        flag(settings, "coalesces"),
        (int) settings.number("receiveBufferBytes", LEAST_BUFFER_BYTES, MOST_BUFFER_BYTES),
        (int) settings.number("receiveShares", 1, MOST_SHARES),
        (int) settings.number("mtuBytes", LEAST_LINK_BYTES, MOST_LINK_BYTES),
        engine(settings),
        UdpPorts.of(settings, "ports"),
        false);
  }

  private static String range(int least, int most) {
    return least + " to " + most;
  }

  private static EngineConfig engine(Settings settings) {
    return EngineConfig.STANDARD
        .withRetryCount((int) settings.number("retryCount", 0, EngineConfig.MOST_RETRIES))
        .withCongestion(congestion(settings));
  }

  private static Congestion congestion(Settings settings) {
    return switch (settings.text("congestion")) {
      case "swift" -> Congestion.SWIFT;
      case "dcqcn" -> Congestion.DCQCN;
      default -> throw settings.refusal("congestion", "must be swift or dcqcn");
    };
  }

  /** The same for peers that are not Sennit: they know one port only. */
  RoceConfig foreign() {
    return new RoceConfig(
        addresses,
        devices,
        segments,
        coalesces,
        receiveBufferBytes,
        receiveShares,
        mtuBytes,
        engine,
        UdpPorts.only(FOREIGN_PORT),
        true);
  }

  private static List<String> names(String value) {
    return Arrays.stream(value.split(",", -1))
        .map(String::strip)
        .filter(name -> !name.isEmpty())
        .distinct()
        .toList();
  }

  private static boolean flag(Settings settings, String option) {
    return switch (settings.text(option)) {
      case "true" -> true;
      case "false" -> false;
      default -> throw settings.refusal(option, "must be true or false");
    };
  }
}
