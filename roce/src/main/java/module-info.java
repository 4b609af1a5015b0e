// SPDX-License-Identifier: Apache-2.0
/** The user-mode RoCEv2 provider of verbs. */
module io.sennit.roce {
  requires transitive io.sennit.verbs;
  requires org.slf4j;

  exports io.sennit.roce;
  exports io.sennit.roce.cm;
  exports io.sennit.roce.foreign;
  exports io.sennit.roce.spi;
  exports io.sennit.roce.wire;

  uses io.sennit.roce.spi.PacketDeviceProvider;

  provides io.sennit.roce.spi.PacketDeviceProvider with
      io.sennit.roce.udp.faults.FaultDeviceProvider,
      io.sennit.roce.udp.pcap.CaptureDeviceProvider;
  provides io.sennit.verbs.spi.VerbsProvider with
      io.sennit.roce.udp.RoceProvider;
}
