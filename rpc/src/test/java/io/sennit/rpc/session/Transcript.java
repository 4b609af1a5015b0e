// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * What both sides said, in order. A file has one line for each turn: {@code C} or {@code S}, a
 * blank, and hexadecimal bytes; {@code #} begins a comment.
 */
final class Transcript {
  private final List<String> lines = new ArrayList<>();

  /** Who speaks first. */
  interface Client {
    void start();

    void onBytes(ByteBuffer bytes);

    /** What was said since the last time. */
    byte[] takeOut();
  }

  /** Lets two machines talk until both are silent. */
  static Transcript of(Client client, ScriptedServer server) {
    Transcript transcript = new Transcript();
    client.start();
    byte[] fromClient = client.takeOut();
    byte[] fromServer = {};
    while (fromClient.length + fromServer.length > 0) {
      transcript.add("C", fromClient);
      server.machine.onBytes(ByteBuffer.wrap(fromClient));
      fromServer = server.takeOut();
      transcript.add("S", fromServer);
      client.onBytes(ByteBuffer.wrap(fromServer));
      fromClient = client.takeOut();
    }
    return transcript;
  }

  static Transcript golden(String name) throws IOException {
    try (InputStream in = Transcript.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IOException("there is no golden transcript " + name);
      }
      Transcript transcript = new Transcript();
      new String(in.readAllBytes(), StandardCharsets.US_ASCII)
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .forEach(transcript.lines::add);
      return transcript;
    }
  }

  private void add(String side, byte[] bytes) {
    if (bytes.length > 0) {
      lines.add(side + " " + HexFormat.of().formatHex(bytes));
    }
  }

  /** Everything that one side said. */
  byte[] bytesOf(String side) {
    StringBuilder hex = new StringBuilder();
    for (String line : lines) {
      if (line.startsWith(side)) {
        hex.append(line.substring(2));
      }
    }
    return HexFormat.of().parseHex(hex);
  }

  @Override
  public String toString() {
    return String.join("\n", lines);
  }
}
