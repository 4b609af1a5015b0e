// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import io.sennit.verbs.CompletionQueue;
import io.sennit.verbs.Feature;
import io.sennit.verbs.QueuePair;
import io.sennit.verbs.QueuePairConfig;
import io.sennit.verbs.SharedReceiveQueue;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes the queue pairs of strands: one for chunks, one for probes in the same class, and one for
 * messages in theirs, if the provider has classes. Elsewhere messages go with the probes.
 */
final class QueuePairMaker implements Rebuilder.QueuePairs {
  private final Core core;
  private final Queues queues;
  private final TrafficClasses classes;
  private final boolean apart;

  QueuePairMaker(Core core, Queues queues) {
    this.core = core;
    this.queues = queues;
    classes = core.config.classes();
    apart = classes.differ() && core.capabilities.offers(Feature.TRAFFIC_CLASSES);
  }

  /** What all of them use. */
  record Queues(CompletionQueue sends, CompletionQueue receipts, SharedReceiveQueue receives) {}

  @Override
  public Strand.Halves create(StrandPath path) {
    List<QueuePair> made = new ArrayList<>();
    try {
      int beside = Probe.MOST_UNANSWERED + Probe.MOST_MESSAGES;
      QueuePair probes = kept(made, create(path, beside, classes.dataDscp()));
      QueuePair messages =
          apart ? kept(made, create(path, Probe.MOST_MESSAGES, classes.controlDscp())) : null;
      return new Strand.Halves(
          create(path, core.sendDepth(), classes.dataDscp()), probes, messages);
    } catch (RuntimeException bound) {
      made.forEach(QueuePair::destroy);
      throw bound;
    }
  }

  private static QueuePair kept(List<QueuePair> made, QueuePair one) {
    made.add(one);
    return one;
  }

  private QueuePair create(StrandPath path, int depth, int dscp) {
    return core.domain.createQueuePair(new QueuePairConfig(
        path.path, queues.sends(), queues.receipts(), queues.receives(), depth, dscp));
  }
}
