// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

/** What one engine counts; {@link SessionSnapshot} says what each means. */
enum Count {
  CALLS_STARTED,
  CALLS_ENDED,
  CALLS_OPEN,
  CALLS_REFUSED,
  MESSAGES_SENT,
  MESSAGES_RECEIVED,
  SENT_BY_SEND,
  SENT_BY_READ,
  SENT_BY_WRITE,
  RECEIVED_BY_SEND,
  RECEIVED_BY_READ,
  RECEIVED_BY_WRITE,
  COPIED_IN,
  BACK_PRESSURE_HITS,
  LIMIT_HITS
}
