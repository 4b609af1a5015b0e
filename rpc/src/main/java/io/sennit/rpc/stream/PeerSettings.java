// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

/**
 * What the peer's SETTINGS say.
 *
 * @param windowBytes first window of each stream that this side sends on as a client
 * @param windowMessages first window of each stream that this side sends on as a client
 * @param sessionWindowBytes first window of all streams together
 * @param maxOpenCalls calls that this side may have open as a client
 * @param maxMetadataBytes longest metadata that this side may send
 */
record PeerSettings(
    long windowBytes,
    long windowMessages,
    long sessionWindowBytes,
    int maxOpenCalls,
    int maxMetadataBytes) {
  /** Before the settings come nothing that they bound may be sent. */
  static final PeerSettings UNKNOWN = new PeerSettings(0, 0, 0, 0, 0);

  static PeerSettings decode(MessageView frame) {
    frame.require(Wire.SETTINGS_BYTES);
    PeerSettings settings = new PeerSettings(
        Integer.toUnsignedLong(frame.intAt(0)),
        Integer.toUnsignedLong(frame.intAt(4)),
        frame.longAt(8),
        frame.intAt(16),
        frame.intAt(20));
    if (settings.windowBytes == 0
        || settings.windowMessages == 0
        || settings.sessionWindowBytes <= 0
        || settings.maxOpenCalls <= 0
        || settings.maxMetadataBytes < 0) {
      throw new ProtocolViolation("settings that let nothing pass: " + settings);
    }
    return settings;
  }

  static void encode(StreamConfig config, MessageBuilder message) {
    message
        .frame(Wire.SETTINGS, 0, Wire.SETTINGS_BYTES)
        .putInt(config.firstWindowBytes())
        .putInt(config.windowMessages())
        .putLong(config.sessionWindowBytes())
        .putInt(config.maxOpenCalls())
        .putInt(config.maxMetadataBytes())
        .putLong(0)
        .putLong(0);
  }
}
