// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import static io.sennit.roce.wire.PacketOpcode.READ_RESPONSE_FIRST;
import static io.sennit.roce.wire.PacketOpcode.READ_RESPONSE_MIDDLE;
import static io.sennit.roce.wire.PacketOpcode.SEND_FIRST;
import static io.sennit.roce.wire.PacketOpcode.UC_SEND_FIRST;
import static io.sennit.roce.wire.PacketOpcode.UC_WRITE_FIRST;
import static io.sennit.roce.wire.PacketOpcode.WRITE_FIRST;

import io.sennit.roce.wire.Aeth;
import io.sennit.roce.wire.Feth;
import io.sennit.roce.wire.PacketOpcode;
import io.sennit.verbs.Opcode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * For every opcode a conversation that ends with a packet of it, all of it legal. The tables of
 * malformed packets change that last packet; an opcode that is not here is in no table.
 */
final class LegalPackets {
  private static final int MTU = Victim.MTU;
  private static final int SHORT = 8;

  private LegalPackets() {}

  /** All that something legal can be. */
  static Stream<PacketOpcode> opcodes() {
    return Arrays.stream(PacketOpcode.values()).filter(opcode -> opcode != PacketOpcode.RESERVED);
  }

  /** Prepares a victim; returns the packets that it is to be given, the last of the opcode. */
  static List<Forgery> of(Victim victim, PacketOpcode opcode) {
    List<Forgery> packets = new ArrayList<>();
    switch (opcode) {
      case SEND_FIRST, SEND_ONLY, SEND_ONLY_IMMEDIATE, SEND_ONLY_INVALIDATE ->
        victim.side.receive(1, 0, 4 * MTU);
      case SEND_MIDDLE, SEND_LAST, SEND_LAST_IMMEDIATE, SEND_LAST_INVALIDATE -> {
        victim.side.receive(1, 0, 4 * MTU);
        packets.add(victim.request(SEND_FIRST, 0, MTU));
      }
      case WRITE_MIDDLE -> packets.add(writeFirst(victim, 3 * MTU));
      case WRITE_LAST -> packets.add(writeFirst(victim, MTU + SHORT));
      case WRITE_LAST_IMMEDIATE -> {
        victim.side.receive(1, 0, 0);
        packets.add(writeFirst(victim, MTU + SHORT));
      }
      case WRITE_ONLY_IMMEDIATE -> victim.side.receive(1, 0, 0);
      case READ_RESPONSE_FIRST -> post(victim, Opcode.READ, 2 * MTU);
      case READ_RESPONSE_MIDDLE -> {
        post(victim, Opcode.READ, 3 * MTU);
        packets.add(victim.answer(READ_RESPONSE_FIRST, 0, MTU).aeth(Aeth.ACK));
      }
      case READ_RESPONSE_LAST -> {
        post(victim, Opcode.READ, 2 * MTU + SHORT);
        packets.add(victim.answer(READ_RESPONSE_FIRST, 0, MTU).aeth(Aeth.ACK));
        packets.add(victim.answer(READ_RESPONSE_MIDDLE, 1, MTU));
      }
      case READ_RESPONSE_ONLY -> post(victim, Opcode.READ, SHORT);
      case ACKNOWLEDGE -> post(victim, Opcode.WRITE, SHORT);
      case ATOMIC_ACKNOWLEDGE -> post(victim, Opcode.FETCH_AND_ADD, Long.BYTES);
      case WRITE_FIRST,
          WRITE_ONLY,
          READ_REQUEST,
          COMPARE_SWAP,
          FETCH_ADD,
          ATOMIC_WRITE,
          FLUSH,
          UD_SEND_ONLY,
          UD_SEND_ONLY_IMMEDIATE,
          CONGESTION_NOTIFICATION,
          PATH_MTU_PROBE,
          PATH_MTU_ANSWER -> {}
      default -> beginUnreliable(victim, opcode, packets);
    }
    packets.add(last(victim, opcode, packets.size()));
    return packets;
  }

  private static void beginUnreliable(Victim victim, PacketOpcode opcode, List<Forgery> packets) {
    switch (opcode) {
      case UC_SEND_FIRST, UC_SEND_ONLY, UC_SEND_ONLY_IMMEDIATE ->
        victim.side.receive(1, 0, 4 * MTU);
      case UC_SEND_MIDDLE, UC_SEND_LAST, UC_SEND_LAST_IMMEDIATE -> {
        victim.side.receive(1, 0, 4 * MTU);
        packets.add(victim.request(UC_SEND_FIRST, 0, MTU));
      }
      case UC_WRITE_MIDDLE -> packets.add(writeFirst(victim, UC_WRITE_FIRST, 3 * MTU));
      case UC_WRITE_LAST -> packets.add(writeFirst(victim, UC_WRITE_FIRST, MTU + SHORT));
      case UC_WRITE_LAST_IMMEDIATE -> {
        victim.side.receive(1, 0, 0);
        packets.add(writeFirst(victim, UC_WRITE_FIRST, MTU + SHORT));
      }
      case UC_WRITE_ONLY_IMMEDIATE -> victim.side.receive(1, 0, 0);
      case UC_WRITE_FIRST, UC_WRITE_ONLY -> {}
      default -> throw new AssertionError(opcode + " is in no table of malformed packets");
    }
  }

  private static Forgery last(Victim victim, PacketOpcode opcode, int ahead) {
    int bytes = payloadBytes(opcode);
    return switch (opcode) {
      case WRITE_FIRST, UC_WRITE_FIRST -> writeFirst(victim, opcode, 3 * MTU);
      case FLUSH ->
        victim
            .request(opcode, ahead, bytes)
            .flush(Feth.GLOBAL_VISIBILITY, Feth.RANGE, victim.address(), victim.key(), SHORT);
      case WRITE_ONLY,
          WRITE_ONLY_IMMEDIATE,
          READ_REQUEST,
          ATOMIC_WRITE,
          UC_WRITE_ONLY,
          UC_WRITE_ONLY_IMMEDIATE ->
        victim.request(opcode, ahead, bytes).reth(victim.address(), victim.key(), SHORT);
      case COMPARE_SWAP, FETCH_ADD ->
        victim.request(opcode, ahead, 0).atomic(victim.address(), victim.key(), 5, 0);
      case SEND_LAST_INVALIDATE, SEND_ONLY_INVALIDATE ->
        victim.request(opcode, ahead, bytes).ieth(opcode, victim.openWindow());
      case READ_RESPONSE_MIDDLE -> victim.answer(opcode, ahead, bytes);
      case READ_RESPONSE_FIRST, READ_RESPONSE_LAST, READ_RESPONSE_ONLY, ACKNOWLEDGE ->
        victim.answer(opcode, ahead, bytes).aeth(Aeth.ACK);
      case ATOMIC_ACKNOWLEDGE -> victim.answer(opcode, ahead, 0).aeth(Aeth.ACK).original(7);
      case CONGESTION_NOTIFICATION -> victim.answer(opcode, ahead, 0);
      case UD_SEND_ONLY, UD_SEND_ONLY_IMMEDIATE -> victim.datagram(opcode, bytes);
      default -> victim.request(opcode, ahead, bytes);
    };
  }

  /** Payload that a packet of this opcode may have, whatever its message. */
  static int payloadBytes(PacketOpcode opcode) {
    return switch (opcode.place()) {
      case FIRST, MIDDLE -> MTU;
      case LAST, ONLY -> SHORT;
      case BARE -> 0;
    };
  }

  static Forgery writeFirst(Victim victim, int length) {
    return writeFirst(victim, WRITE_FIRST, length);
  }

  static Forgery writeFirst(Victim victim, PacketOpcode opcode, int length) {
    return victim.request(opcode, 0, MTU).reth(victim.address(), victim.key(), length);
  }

  private static void post(Victim victim, Opcode opcode, int length) {
    victim.side.post(victim.side.request(opcode, 1, 0, length, victim.side));
    victim.sent();
  }
}
