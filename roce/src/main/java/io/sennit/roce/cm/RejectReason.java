// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.cm;

/** Why a connection is rejected: IBTA's codes. */
public enum RejectReason {
  NO_QUEUE_PAIR(1, "the peer has no queue pair left"),
  NO_RESOURCES(3, "the peer is short of resources"),
  TIMEOUT(4, "the peer has waited too long for an answer"),
  UNSUPPORTED(5, "the peer does not know such a request"),
  INVALID_COMMUNICATION_ID(6, "the peer does not know the communication id"),
  INVALID_COMMUNICATION_INSTANCE(7, "the peer does not know the pair of communication ids"),
  INVALID_SERVICE_ID(8, "nobody listens at that port of the peer"),
  INVALID_TRANSPORT_TYPE(9, "the peer does not speak this transport"),
  STALE_CONNECTION(10, "the peer takes the queue pair for one of an earlier connection"),
  INVALID_GID(12, "the peer does not know the address that it was asked at"),
  INVALID_LID(13, "the peer does not accept the LID"),
  INVALID_SERVICE_LEVEL(14, "the peer does not accept the service level"),
  INVALID_TRAFFIC_CLASS(15, "the peer does not accept the traffic class"),
  INVALID_HOP_LIMIT(16, "the peer does not accept the hop limit"),
  INVALID_PACKET_RATE(17, "the peer does not accept the packet rate"),
  REDIRECTED(24, "the peer's manager is elsewhere"),
  PORT_REDIRECTED(25, "the peer wants another port to be asked"),
  INVALID_MTU(26, "the peer's link does not allow the path MTU"),
  INSUFFICIENT_RESPONDER_RESOURCES(27, "the peer does not answer so many READs at a time"),
  CONSUMER(28, "the peer's application does not want the connection"),
  INVALID_RNR_RETRY_COUNT(29, "the peer does not accept the receiver-not-ready retries"),
  DUPLICATE_COMMUNICATION_ID(30, "the peer has another connection of the same communication id"),
  INVALID_CLASS_VERSION(31, "the peer speaks another version of the protocol"),
  INVALID_FLOW_LABEL(32, "the peer does not accept the flow label"),
  VENDOR_OPTION(35, "the peer does not know a vendor's option");

  private final int code;
  private final String words;

  RejectReason(int code, String words) {
    this.code = code;
    this.words = words;
  }

  /** The code on the wire. */
  public int code() {
    return code;
  }

  /** What it means, to end the sentence "no connection: …". */
  public String words() {
    return words;
  }

  /** What any code means. */
  public static String words(int code) {
    for (RejectReason reason : values()) {
      if (reason.code == code) {
        return reason.words;
      }
    }
    return "the peer rejects it with code " + code;
  }
}
