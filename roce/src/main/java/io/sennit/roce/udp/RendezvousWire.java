// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp;

import io.sennit.roce.RemotePort;
import io.sennit.roce.wire.IpAddress;
import io.sennit.verbs.RendezvousException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * The bytes of the rendezvous. The offer and the answer travel through the session's bootstrap; the
 * hello and its reply are UDP datagrams of the same size, so that nobody can be flooded by way of
 * this process.
 *
 * <pre>
 * every one            4 magic "SNRC"   1 version   1 kind   2 reserved: sent as 0, ignored
 *                      16 invitation    16 token: chosen by the accepting side; 0 in an OFFER
 * OFFER and ANSWER     4 features: sent as 0, ignored   2 ports, 1 to 16   2 reserved
 *   for each port      16 address (IPv4 as ::ffff:a.b.c.d)
 *                      2 UDP port for packets   2 UDP port for hellos, 0 in an ANSWER
 *                      2 largest payload of a packet, 256 to 4,096
 *                      2 reserved   4 bytes that may be in flight towards the port
 * HELLO                nothing more
 * WELCOME, REFUSED     nothing more
 * </pre>
 */
final class RendezvousWire {
  /** Bytes of a hello and its reply. */
  static final int HELLO_BYTES = 40;

  private static final int MAGIC = 0x534e5243;
  private static final byte VERSION = 1;
  private static final int INVITATION_OFFSET = 8;
  private static final int TOKEN_OFFSET = INVITATION_OFFSET + Token.BYTES;
  private static final int PORTS_OFFSET = HELLO_BYTES + 8;
  private static final int PORT_BYTES = 28;

  private RendezvousWire() {}

  /** What a message is. */
  enum Kind {
    OFFER(1),
    ANSWER(2),
    HELLO(3),
    WELCOME(4),
    REFUSED(5);

    private final byte code;

    Kind(int code) {
      this.code = (byte) code;
    }
  }

  /**
   * A port as it is announced.
   *
   * @param helloPort UDP port where the rendezvous listens; 0 if it does not
   */
  record Announced(RemotePort port, int helloPort) {}

  /**
   * An offer or an answer.
   *
   * @param token of an answer; {@link Token#NONE} in an offer
   */
  record Meeting(Token invitation, Token token, List<Announced> ports) {
    List<RemotePort> remotePorts() {
      return ports.stream().map(Announced::port).toList();
    }

    /**
     * Refuses addresses that a peer cannot have: those of nobody, and loopback ones unless this
     * side is on them too, since that would be this very host.
     */
    void checkAddresses(boolean local) throws RendezvousException {
      for (Announced each : ports) {
        IpAddress address = each.port().address();
        if (address.isNobodys() || (address.isLoopback() && !local)) {
          throw new RendezvousException("the peer names the address " + address
              + ", which cannot be its own as seen from here:"
              + " give both sides roce.addresses by which they reach each other");
        }
      }
    }
  }

  static byte[] encode(Kind kind, Meeting meeting) {
    int count = meeting.ports().size();
    ByteBuffer out = ByteBuffer.allocate(PORTS_OFFSET + count * PORT_BYTES);
    head(out, kind, meeting.invitation(), meeting.token());
    out.putInt(0).putShort((short) count).putShort((short) 0);
    for (Announced each : meeting.ports()) {
      RemotePort port = each.port();
      out.putLong(port.address().high()).putLong(port.address().low());
      out.putShort((short) port.receivePort()).putShort((short) each.helloPort());
      out.putShort((short) port.mtuBytes()).putShort((short) 0);
      out.putInt((int) port.receiveBudgetBytes());
    }
    return out.array();
  }

  private static void head(ByteBuffer out, Kind kind, Token invitation, Token token) {
    out.putInt(MAGIC).put(VERSION).put(kind.code).putShort((short) 0);
    invitation.write(out);
    token.write(out);
  }

  /** A hello or a reply to one. */
  static byte[] datagram(Kind kind, Token invitation, Token token) {
    ByteBuffer out = ByteBuffer.allocate(HELLO_BYTES);
    head(out, kind, invitation, token);
    return out.array();
  }

  /** Whether a datagram is a message of some kind; it is then {@link #HELLO_BYTES} long. */
  static boolean is(Kind kind, ByteBuffer datagram) {
    return datagram.remaining() == HELLO_BYTES
        && datagram.getInt(datagram.position()) == MAGIC
        && datagram.get(datagram.position() + 4) == VERSION
        && datagram.get(datagram.position() + 5) == kind.code;
  }

  /** The invitation that a datagram is about. */
  static Token invitation(ByteBuffer datagram) {
    return Token.read(datagram, datagram.position() + INVITATION_OFFSET);
  }

  /** The token that a datagram shows. */
  static Token token(ByteBuffer datagram) {
    return Token.read(datagram, datagram.position() + TOKEN_OFFSET);
  }

  /** Reads what a peer sent through the bootstrap. */
  static Meeting decode(Kind kind, byte[] bytes) throws RendezvousException {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    if (bytes.length < PORTS_OFFSET + PORT_BYTES || in.getInt() != MAGIC) {
      throw malformed(kind, bytes.length + " bytes");
    }
    byte version = in.get();
    if (version != VERSION) {
      throw new RendezvousException("the peer speaks version " + version + " of this provider");
    }
    if (in.get() != kind.code) {
      throw malformed(kind, "it is something else");
    }
    Token invitation = invitation(in.rewind());
    Token token = token(in);
    in.position(PORTS_OFFSET - 4);
    int count = Short.toUnsignedInt(in.getShort());
    in.getShort();
    if (count > RoceConfig.MOST_PORTS || in.remaining() != count * PORT_BYTES) {
      throw malformed(kind, count + " ports in " + bytes.length + " bytes");
    }
    return new Meeting(invitation, token, ports(kind, in));
  }

  private static List<Announced> ports(Kind kind, ByteBuffer in) throws RendezvousException {
    List<Announced> ports = new ArrayList<>();
    while (in.hasRemaining()) {
      IpAddress address = new IpAddress(in.getLong(), in.getLong());
      int receivePort = Short.toUnsignedInt(in.getShort());
      int helloPort = Short.toUnsignedInt(in.getShort());
      int mtu = Short.toUnsignedInt(in.getShort());
      in.getShort();
      try {
        RemotePort port = new RemotePort(address, receivePort, mtu, in.getInt());
        ports.add(new Announced(port, helloPort));
      } catch (IllegalArgumentException e) {
        throw malformed(kind, String.valueOf(e.getMessage()));
      }
    }
    return ports;
  }

  private static RendezvousException malformed(Kind kind, String how) {
    return new RendezvousException("the peer's RoCE " + kind + " is malformed: " + how);
  }
}
