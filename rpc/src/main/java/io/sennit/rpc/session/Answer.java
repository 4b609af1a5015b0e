// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.verbs.Port;
import java.util.ArrayList;
import java.util.List;

/**
 * The client has accepted an offer.
 *
 * @param provider which
 * @param ports of the client's device, 1 to 16
 * @param labels route labels to use, 1 to 16
 * @param maxStrands how many the client takes, 1 to 64
 * @param answer the rendezvous' bytes
 * @param skipped offers before it that did not come up, with reasons
 */
record Answer(
    SessionKey key,
    String provider,
    List<Port> ports,
    List<Integer> labels,
    int maxStrands,
    Octets answer,
    List<Skipped> skipped)
    implements SessionMessage {
  Answer {
    ports = List.copyOf(ports);
    labels = List.copyOf(labels);
    skipped = List.copyOf(skipped);
  }

  @Override
  public int type() {
    return Wire.ANSWER;
  }

  @Override
  public void writeFields(TlvWriter out) {
    out.text(Wire.TLV_NAME, provider, Wire.MAX_NAME_BYTES);
    Ports.write(ports, out);
    Labels.write(labels, out);
    out.octets(Wire.TLV_ANSWER, answer);
    if (maxStrands < Wire.MAX_STRANDS) {
      out.u16(Wire.TLV_STRANDS, maxStrands);
    }
    skipped.forEach(each -> each.write(out));
  }

  static Answer read(SessionKey key, TlvReader fields) throws ProtocolException {
    String provider = "";
    List<Port> ports = new ArrayList<>();
    List<Integer> labels = List.of();
    int maxStrands = Wire.MAX_STRANDS;
    Octets answer = Octets.of(new byte[0]);
    List<Skipped> skipped = new ArrayList<>();
    while (fields.next()) {
      switch (fields.type()) {
        case Wire.TLV_NAME -> provider = fields.once().text(Wire.MAX_NAME_BYTES);
        case Wire.TLV_PORT -> Ports.add(ports, fields);
        case Wire.TLV_LABELS -> labels = Labels.read(fields.once());
        case Wire.TLV_STRANDS -> maxStrands = fields.once().u16();
        case Wire.TLV_ANSWER -> answer = fields.once().octets(Wire.MAX_RENDEZVOUS_BYTES);
        case Wire.TLV_SKIPPED -> Skipped.add(skipped, fields);
        default -> fields.unknown();
      }
    }
    SessionMessage.require(!provider.isEmpty(), "the provider's name");
    SessionMessage.require(!ports.isEmpty(), "a port");
    SessionMessage.require(!labels.isEmpty(), "a route label");
    SessionMessage.require(maxStrands > 0, "room for a strand");
    return new Answer(key, provider, ports, labels, maxStrands, answer, skipped);
  }
}
