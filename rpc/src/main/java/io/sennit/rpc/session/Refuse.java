// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import java.util.ArrayList;
import java.util.List;

/**
 * The sender ends the bootstrap; last frame of its direction.
 *
 * @param reason a sentence for people
 * @param skipped providers it could not use, if that is why
 */
record Refuse(SessionKey key, RefuseCode code, String reason, List<Skipped> skipped)
    implements SessionMessage {
  Refuse {
    skipped = List.copyOf(skipped);
  }

  @Override
  public int type() {
    return Wire.REFUSE;
  }

  @Override
  public void writeFields(TlvWriter out) {
    out.u16(Wire.TLV_CODE, code.number());
    out.text(Wire.TLV_REASON, reason, Wire.MAX_REASON_BYTES);
    skipped.forEach(each -> each.write(out));
  }

  static Refuse read(SessionKey key, TlvReader fields) throws ProtocolException {
    RefuseCode code = RefuseCode.UNSPECIFIED;
    String reason = "";
    List<Skipped> skipped = new ArrayList<>();
    while (fields.next()) {
      switch (fields.type()) {
        case Wire.TLV_CODE -> code = RefuseCode.of(fields.once().u16());
        case Wire.TLV_REASON -> reason = fields.once().text(Wire.MAX_REASON_BYTES);
        case Wire.TLV_SKIPPED -> Skipped.add(skipped, fields);
        default -> fields.unknown();
      }
    }
    return new Refuse(key, code, reason, skipped);
  }
}
