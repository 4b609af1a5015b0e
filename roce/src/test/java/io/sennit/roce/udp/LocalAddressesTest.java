// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.roce.wire.IpAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which addresses of this machine a configuration means. */
final class LocalAddressesTest {
  @Test
  void namesAndLiteralsAreTakenInTheirOrder() {
    assertEquals(
        List.of("127.0.0.2", "127.0.0.1"), addresses("127.0.0.2", "127.0.0.1", "127.0.0.2"));
    assertEquals(List.of("127.0.0.1"), addresses("lo"));
  }

  @Test
  void whatIsLeftOutIsNotTaken() {
    assertEquals(List.of("127.0.0.2"), addresses("127.0.0.1", "127.0.0.2", "!127.0.0.1"));
    List<LocalAddress> all = LocalAddresses.find(List.of(), RoceConfig.MOST_LINK_BYTES);
    String interfaceName = all.getFirst().interfaceName();
    if (all.size() > 1) {
      List<LocalAddress> fewer =
          LocalAddresses.find(List.of("!" + interfaceName), RoceConfig.MOST_LINK_BYTES);
      assertTrue(all.containsAll(fewer), () -> fewer + " of " + all);
      assertFalse(
          fewer.stream().anyMatch(local -> local.interfaceName().equals(interfaceName)),
          fewer::toString);
    } else {
      refused("leaves nothing to use: [!" + interfaceName + "]", "!" + interfaceName);
    }
  }

  @Test
  void whatThisMachineDoesNotHaveMayBeLeftOut() {
    assertEquals(
        LocalAddresses.find(List.of(), RoceConfig.MOST_LINK_BYTES),
        LocalAddresses.find(List.of("!nothing0"), RoceConfig.MOST_LINK_BYTES));
    assertEquals(List.of("127.0.0.1"), addresses("127.0.0.1", "!192.0.2.1", "!2001:db8::1"));
  }

  @Test
  void addressIsLeftOutHoweverItIsWritten() {
    List<String> said = List.of("!::1", "!0:0:0:0:0:0:0:2", "! lo", "127.0.0.1");
    LeftOut leftOut = LeftOut.of(said);
    assertEquals(2, leftOut.addresses().size(), leftOut::toString);
    assertTrue(leftOut.addresses().contains(LeftOut.literal("::2").orElseThrow()));
    assertEquals(List.of("lo"), List.copyOf(leftOut.names()));
  }

  @Test
  void whatCannotBeHadIsRefusedInASentence() {
    refused("names nothing0: no interface has this name", "nothing0");
    refused("names 1.2.3.4.5: no interface has this name", "1.2.3.4.5");
    refused("names 192.0.2.1: ", "192.0.2.1");
    refused("leaves nothing to use: [127.0.0.1, !lo]", "127.0.0.1", "!lo");
  }

  private static List<String> addresses(String... said) {
    return LocalAddresses.find(List.of(said), RoceConfig.MOST_LINK_BYTES).stream()
        .map(local -> local.address().toString())
        .toList();
  }

  private static void refused(String sentence, String... said) {
    IllegalStateException refusal = assertThrows(
        IllegalStateException.class,
        () -> LocalAddresses.find(List.of(said), RoceConfig.MOST_LINK_BYTES));
    assertTrue(String.valueOf(refusal.getMessage()).contains(sentence), refusal::toString);
  }

  @ParameterizedTest
  @CsvSource({
    "68, 256, 256",
    "1280, 1152, 1024",
    "1500, 1408, 1024",
    "4200, 4096, 4096",
    "8275, 8128, 4096",
    "9000, 8192, 4096",
    "65536, 8192, 4096",
  })
  void aLinkIsFilledAndForForeignersByAPowerOfTwo(int link, int payload, int foreign) {
    int most = LocalAddresses.payloadOf(link);
    assertEquals(payload, most);
    LocalAddress address = new LocalAddress(IpAddress.ofIpv4(0x7f000001), "", most);
    assertEquals(foreign, address.foreign().mtuBytes());
  }
}
