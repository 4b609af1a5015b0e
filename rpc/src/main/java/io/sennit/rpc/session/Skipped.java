// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A provider that one side could not or would not use.
 *
 * @param provider its name
 * @param reason a sentence
 */
record Skipped(String provider, String reason) {
  void write(TlvWriter out) {
    out.nested(Wire.TLV_SKIPPED, fields -> {
      fields.text(Wire.TLV_NAME, provider, Wire.MAX_NAME_BYTES);
      fields.text(Wire.TLV_REASON, reason, Wire.MAX_REASON_BYTES);
    });
  }

  static Skipped read(TlvReader fields) throws ProtocolException {
    String provider = "";
    String reason = "";
    while (fields.next()) {
      switch (fields.type()) {
        case Wire.TLV_NAME -> provider = fields.once().text(Wire.MAX_NAME_BYTES);
        case Wire.TLV_REASON -> reason = fields.once().text(Wire.MAX_REASON_BYTES);
        default -> fields.unknown();
      }
    }
    SessionMessage.require(!provider.isEmpty(), "the name of a skipped provider");
    return new Skipped(provider, reason);
  }

  static void add(List<Skipped> to, TlvReader field) throws ProtocolException {
    if (to.size() == Wire.MAX_PROVIDERS) {
      throw new ProtocolException("more than " + Wire.MAX_PROVIDERS + " skipped providers");
    }
    to.add(read(field.nested()));
  }

  /** For messages: {@code shm (reason), roce (reason)}. */
  static String describe(List<Skipped> skipped) {
    return skipped.stream()
        .map(each -> each.provider + " (" + each.reason + ")")
        .collect(Collectors.joining(", "));
  }
}
