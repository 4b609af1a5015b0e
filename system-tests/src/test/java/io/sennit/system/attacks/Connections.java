// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.attacks;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.WeakHashMap;

/** Assaults on the port, by TCP connections that never become sessions. */
final class Connections {
  private static final double CLOSED_PER_SECOND = 550;
  private static final int HELD = 64;

  /** The server gives the silent some seconds; this is more often. */
  private static final double RENEWED_PER_SECOND = HELD / 2.0;

  /** The first bytes of the protocol: magic and version. */
  private static final byte[] PREAMBLE = {(byte) 0x93, 'S', 'N', 'T', 1, 0, 0, 0};

  private Connections() {}

  /**
   * Connects and closes, in order and by a reset in turn: each that closes in order keeps its port
   * for a minute, and in a minute there are more than a host has ports.
   */
  static String close(Assault.Targets targets, Until end) throws IOException {
    long done = 0;
    while (!end.isOver()) {
      try (Socket socket = connect(targets)) {
        if (done % 2 == 0) {
          socket.setSoLinger(true, 0);
        }
      }
      done++;
      end.pace(done, CLOSED_PER_SECOND);
    }
    return done + " connections opened and closed";
  }

  /** Holds connections that say nothing, and renews them. */
  static String silent(Assault.Targets targets, Until end) throws IOException {
    return hold(targets, end, socket -> {});
  }

  /** Holds connections that say a byte at a time, and renews them. */
  static String slow(Assault.Targets targets, Until end) throws IOException {
    return hold(targets, end, new SlowBytes());
  }

  private static String hold(Assault.Targets targets, Until end, Says words) throws IOException {
    Deque<Socket> held = new ArrayDeque<>();
    long done = 0;
    try {
      while (!end.isOver()) {
        Socket socket = connect(targets);
        held.add(socket);
        if (held.size() > HELD) {
          held.remove().close();
        }
        for (Socket each : held) {
          say(each, words);
        }
        done++;
        end.pace(done, RENEWED_PER_SECOND);
      }
    } finally {
      for (Socket each : held) {
        each.close();
      }
    }
    return done + " connections held, " + HELD + " at a time";
  }

  private static void say(Socket socket, Says words) {
    try {
      words.say(socket);
    } catch (IOException hungUp) {
      // The server has turned this one away; it is renewed in its turn.
    }
  }

  private static Socket connect(Assault.Targets targets) throws IOException {
    return new Socket(InetAddress.ofLiteral(targets.host()), targets.nativePort());
  }

  /** What a connection says each time. */
  private interface Says {
    void say(Socket socket) throws IOException;
  }

  /** One byte of the preamble each time, then zeros. */
  private static final class SlowBytes implements Says {
    private final Map<Socket, Integer> said = new WeakHashMap<>();

    @Override
    public void say(Socket socket) throws IOException {
      int count = said.merge(socket, 1, Integer::sum);
      socket.getOutputStream().write(count <= PREAMBLE.length ? PREAMBLE[count - 1] : 0);
    }
  }
}
