// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.verbs.Port;
import java.util.ArrayList;
import java.util.List;

/**
 * A provider as the server offers it.
 *
 * @param provider its name
 * @param ports of the server's device, 1 to 16
 * @param labels route labels that the server suggests for each pair of ports, 1 to 16
 * @param offer the rendezvous' bytes
 */
record ProviderOffer(String provider, List<Port> ports, List<Integer> labels, Octets offer) {
  ProviderOffer {
    ports = List.copyOf(ports);
    labels = List.copyOf(labels);
  }

  void write(TlvWriter out) {
    out.nested(Wire.TLV_PROVIDER, fields -> {
      fields.text(Wire.TLV_NAME, provider, Wire.MAX_NAME_BYTES);
      Ports.write(ports, fields);
      Labels.write(labels, fields);
      fields.octets(Wire.TLV_OFFER, offer);
    });
  }

  static ProviderOffer read(TlvReader fields) throws ProtocolException {
    String name = "";
    List<Port> ports = new ArrayList<>();
    List<Integer> labels = List.of();
    Octets offer = Octets.of(new byte[0]);
    while (fields.next()) {
      switch (fields.type()) {
        case Wire.TLV_NAME -> name = fields.once().text(Wire.MAX_NAME_BYTES);
        case Wire.TLV_PORT -> Ports.add(ports, fields);
        case Wire.TLV_LABELS -> labels = Labels.read(fields.once());
        case Wire.TLV_OFFER -> offer = fields.once().octets(Wire.MAX_RENDEZVOUS_BYTES);
        default -> fields.unknown();
      }
    }
    SessionMessage.require(!name.isEmpty(), "a provider's name");
    SessionMessage.require(!ports.isEmpty(), "a port of provider " + name);
    SessionMessage.require(!labels.isEmpty(), "a route label of provider " + name);
    return new ProviderOffer(name, ports, labels, offer);
  }
}
