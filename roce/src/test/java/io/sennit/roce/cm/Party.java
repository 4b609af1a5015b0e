// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.cm;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An application at one end: writes down what it is told. */
class Party implements CmHandler {
  final List<String> story = new ArrayList<>();
  final List<RemoteEnd> remotes = new ArrayList<>();

  /** Of the last established connection. */
  PrivateData privateData = PrivateData.NONE;

  @Nullable
  CmEnd end;

  /** What its queue pair says when it is to be connected. */
  @Nullable
  RuntimeException refusal;

  static QueuePairTerms terms(int queuePair) {
    return new QueuePairTerms(queuePair, queuePair + 1, 16, 8, 7);
  }

  /** One of its queue pairs, which writes down what it is connected to. */
  CmQueuePair queuePair(int number) {
    return new CmQueuePair() {
      @Override
      public QueuePairTerms terms() {
        return Party.terms(number);
      }

      @Override
      public void connect(RemoteEnd remote) {
        if (refusal != null) {
          throw refusal;
        }
        remotes.add(remote);
        story.add("connect " + remote.queuePair());
      }
    };
  }

  CmRequest request(int queuePair) {
    return new CmRequest(40_000, queuePair(queuePair), new RequestTerms(1024, 14, 7));
  }

  @Override
  public void established(CmConnection connection) {
    privateData = connection.privateData();
    story.add("established");
  }

  @Override
  public void ended(CmConnection connection, CmEnd how) {
    end = how;
    story.add("ended " + how.kind());
  }

  String tale() {
    return String.join(", ", story);
  }
}
