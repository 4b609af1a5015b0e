// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.verbs.Device;
import io.sennit.verbs.Port;
import io.sennit.verbs.spi.ProviderOption;
import io.sennit.verbs.spi.VerbsProvider;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How the provider is found, configured and refused. */
final class RoceProviderTest {
  private static final String ADDRESSES = "sennit.roce.addresses";

  private final VerbsProvider provider = ServiceLoader.load(VerbsProvider.class).stream()
      .map(ServiceLoader.Provider::get)
      .filter(each -> each.name().equals("roce"))
      .findFirst()
      .orElseThrow();

  @AfterEach
  void forgetProperty() {
    System.clearProperty(ADDRESSES);
  }

  @Test
  void itIsAvailableHere() {
    assertEquals("", provider.availability().reason());
  }

  @Test
  void portsAreTheAddressesThatWereNamed() {
    Map<String, String> given = Map.of("addresses", "127.0.0.1, 127.0.0.4,::1,127.0.0.1");
    try (Device device = provider.open(given)) {
      assertEquals(
          List.of("lo/127.0.0.1", "lo/127.0.0.4", "lo/0:0:0:0:0:0:0:1"),
          device.ports().stream().map(Port::name).toList());
    }
  }

  @Test
  void interfaceStandsForItsAddress() {
    try (Device device = provider.open(Map.of("addresses", "lo"))) {
      assertEquals(
          List.of("lo/127.0.0.1"), device.ports().stream().map(Port::name).toList());
    }
  }

  @Test
  void addressThatIsMeantTwiceIsOnePort() {
    try (Device device = provider.open(Map.of("addresses", "lo,127.0.0.1"))) {
      assertEquals(1, device.ports().size(), device.ports()::toString);
    }
  }

  @Test
  void moreAddressesThanARendezvousHasRoomForAreRefused() {
    String many = IntStream.rangeClosed(1, 17)
        .mapToObj(last -> "127.0.0." + last)
        .collect(Collectors.joining(","));
    String said = said(IllegalStateException.class, Map.of("addresses", many));
    assertTrue(said.contains("17 addresses") && said.contains("only 16"), said);
  }

  @Test
  void propertySpeaksWhereNobodyElseDoes() {
    System.setProperty(ADDRESSES, "127.0.0.3");
    try (Device device = provider.open()) {
      assertEquals("lo/127.0.0.3", device.ports().getFirst().name());
    }
    try (Device device = provider.open(Map.of("addresses", "127.0.0.2"))) {
      assertEquals("lo/127.0.0.2", device.ports().getFirst().name());
    }
  }

  @Test
  void withoutAnyWordThereIsAtLeastOnePort() {
    try (Device device = provider.open()) {
      assertTrue(!device.ports().isEmpty(), "no port");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "192.0.2.1, no interface of this machine has the address",
    "nosuch0, no interface has this name",
    "127.0.0.1.5, it is no IPv4 or IPv6 address",
    "2001:db8::1, no interface of this machine has the address"
  })
  void addressThatCannotBeHadIsNamedInASentence(String address, String reason) {
    String said = said(IllegalStateException.class, Map.of("addresses", address));
    assertTrue(said.contains(address) && said.contains(reason), said);
  }

  @ParameterizedTest
  @CsvSource({
    "adresses, 127.0.0.1, adresses",
    "segments, yes, must be true or false",
    "receiveBufferBytes, 1, must be 131072 to",
    "receiveShares, 0, must be 1 to",
    "mtuBytes, 575, must be 576 to 65535",
    "retryCount, -1, must be 0 to",
    "ports, 4791, 'must be a range of 2 ports or more, such as 47000-47015'",
    "ports, 5000-5000, must be a range",
    "ports, 5001-5000, must be a range",
    "ports, 65535-65536, must be a range",
    "ports, 0-9, must be a range",
    "devices, mirror, 'names mirror, but there are [faults, pcap]'",
    "faults, los=1, 'says ''los=1'''",
    "pcap, ;, must name a file",
    "pcap, f;bytes=1, must be FILE or FILE;maxBytes=N"
  })
  void optionThatCannotBeIsRefusedByName(String option, String value, String reason) {
    String said = said(IllegalArgumentException.class, Map.of(option, value));
    assertTrue(said.contains(option) && said.contains(reason), said);
    Executable unopened = () -> provider.check(Map.of(option, value));
    assertEquals(said, assertThrows(IllegalArgumentException.class, unopened).getMessage());
  }

  @Test
  void captureThatCannotBeWrittenIsASentence() {
    Map<String, String> given = Map.of("addresses", "127.0.0.1", "pcap", "/nowhere/at.pcap");
    try (Device device = provider.open(given)) {
      String said =
          String.valueOf(assertThrows(IllegalStateException.class, device::createCompletionChannel)
              .getMessage());
      assertTrue(said.startsWith("The capture cannot be written to /nowhere/at.pcap"), said);
    }
  }

  @Test
  void everyOptionSaysWhatItMeans() {
    Set<String> names =
        provider.options().stream().map(ProviderOption::name).collect(Collectors.toSet());
    assertTrue(
        names.containsAll(Set.of("addresses", "devices", "faults", "pcap")), names::toString);
    for (ProviderOption option : provider.options()) {
      assertTrue(option.meaning().endsWith("."), option::toString);
    }
  }

  @Test
  void rangesAreThoseThatAreChecked() {
    int checked = 0;
    for (ProviderOption option : provider.options()) {
      Matcher bounds = Pattern.compile("(\\d+) to (\\d+)").matcher(option.range());
      if (bounds.matches()) {
        long least = Long.parseLong(bounds.group(1));
        long most = Long.parseLong(bounds.group(2));
        provider.check(Map.of(option.name(), Long.toString(least)));
        provider.check(Map.of(option.name(), Long.toString(most)));
        assertRefused(option, least - 1);
        assertRefused(option, most + 1);
        checked++;
      }
    }
    assertEquals(4, checked, provider.options()::toString);
  }

  private void assertRefused(ProviderOption option, long value) {
    Executable check = () -> provider.check(Map.of(option.name(), Long.toString(value)));
    assertThrows(IllegalArgumentException.class, check, option + " with " + value);
  }

  private String said(Class<? extends RuntimeException> kind, Map<String, String> given) {
    return String.valueOf(assertThrows(kind, () -> provider.open(given).close()).getMessage());
  }
}
