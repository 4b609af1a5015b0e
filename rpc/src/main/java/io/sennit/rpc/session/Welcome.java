// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import java.util.ArrayList;
import java.util.List;

/**
 * Server's first frame.
 *
 * @param token what a RESUME must show, 16 random bytes
 * @param offers what both sides may use, best first, 1 to 8
 * @param skipped what the server cannot use, with reasons
 */
record Welcome(
    SessionKey key,
    Octets token,
    List<ProviderOffer> offers,
    List<Skipped> skipped,
    HostIdentity host)
    implements SessionMessage {
  Welcome {
    offers = List.copyOf(offers);
    skipped = List.copyOf(skipped);
  }

  /** What a new lifeline of this session must say. */
  Resume resume() {
    return new Resume(key, token);
  }

  @Override
  public int type() {
    return Wire.WELCOME;
  }

  @Override
  public void writeFields(TlvWriter out) {
    out.octets(Wire.TLV_TOKEN, token);
    offers.forEach(each -> each.write(out));
    skipped.forEach(each -> each.write(out));
    host.write(out);
  }

  static Welcome read(SessionKey key, TlvReader fields) throws ProtocolException {
    Octets token = Octets.of(new byte[0]);
    List<ProviderOffer> offers = new ArrayList<>();
    List<Skipped> skipped = new ArrayList<>();
    HostIdentity host = HostIdentity.UNKNOWN;
    while (fields.next()) {
      switch (fields.type()) {
        case Wire.TLV_TOKEN -> token = fields.once().octetsOf(Wire.TOKEN_BYTES);
        case Wire.TLV_PROVIDER -> {
          if (offers.size() == Wire.MAX_PROVIDERS) {
            throw new ProtocolException("more than " + Wire.MAX_PROVIDERS + " providers");
          }
          offers.add(ProviderOffer.read(fields.nested()));
        }
        case Wire.TLV_SKIPPED -> Skipped.add(skipped, fields);
        case Wire.TLV_HOST -> host = HostIdentity.read(fields.once());
        default -> fields.unknown();
      }
    }
    SessionMessage.require(token.size() > 0, "the token");
    SessionMessage.require(!offers.isEmpty(), "a provider");
    SessionMessage.require(key.generation() != 0, "the session's generation");
    return new Welcome(key, token, offers, skipped, host);
  }
}
