// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import java.util.ArrayList;
import java.util.List;

/**
 * Client's first frame.
 *
 * @param providers names that the client allows and has, in no order; 0 to 8
 * @param skipped those it cannot use, with reasons
 */
record Hello(List<String> providers, List<Skipped> skipped, HostIdentity host)
    implements SessionMessage {
  Hello {
    providers = List.copyOf(providers);
    skipped = List.copyOf(skipped);
  }

  @Override
  public int type() {
    return Wire.HELLO;
  }

  @Override
  public SessionKey key() {
    return SessionKey.NONE;
  }

  @Override
  public void writeFields(TlvWriter out) {
    for (String provider : providers) {
      out.nested(
          Wire.TLV_PROVIDER, fields -> fields.text(Wire.TLV_NAME, provider, Wire.MAX_NAME_BYTES));
    }
    skipped.forEach(each -> each.write(out));
    host.write(out);
  }

  static Hello read(TlvReader fields) throws ProtocolException {
    List<String> providers = new ArrayList<>();
    List<Skipped> skipped = new ArrayList<>();
    HostIdentity host = HostIdentity.UNKNOWN;
    while (fields.next()) {
      switch (fields.type()) {
        case Wire.TLV_PROVIDER -> add(providers, fields);
        case Wire.TLV_SKIPPED -> Skipped.add(skipped, fields);
        case Wire.TLV_HOST -> host = HostIdentity.read(fields.once());
        default -> fields.unknown();
      }
    }
    return new Hello(providers, skipped, host);
  }

  private static void add(List<String> to, TlvReader field) throws ProtocolException {
    String name = readName(field.nested());
    if (to.size() == Wire.MAX_PROVIDERS || to.contains(name)) {
      throw new ProtocolException(
          "provider " + name + " comes twice, or after " + Wire.MAX_PROVIDERS + " others");
    }
    to.add(name);
  }

  private static String readName(TlvReader fields) throws ProtocolException {
    String name = "";
    while (fields.next()) {
      switch (fields.type()) {
        case Wire.TLV_NAME -> name = fields.once().text(Wire.MAX_NAME_BYTES);
        default -> fields.unknown();
      }
    }
    SessionMessage.require(!name.isEmpty(), "a provider's name");
    return name;
  }
}
