// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs.tck.defects;

import io.sennit.verbs.Acceptance;
import io.sennit.verbs.Capabilities;
import io.sennit.verbs.CompletionChannel;
import io.sennit.verbs.CompletionQueue;
import io.sennit.verbs.DomainConfig;
import io.sennit.verbs.Invitation;
import io.sennit.verbs.Port;
import io.sennit.verbs.QueuePairState;
import io.sennit.verbs.RendezvousException;
import java.util.Collections;
import java.util.List;

/** Ways to be wrong about bounds, and about the end of a domain. */
final class DomainDefects {
  private DomainDefects() {}

  static List<Defect> all() {
    return List.of(
        anyDepth(),
        unbounded(),
        closeNeedsIdle(),
        closeInNameOnly(),
        closesAll(),
        capability(),
        ports(),
        labels());
  }

  private static Defect anyDepth() {
    return Defect.named("takes-any-depth", "a depth out of bounds is moved into them")
        .domains((inner, defect) -> new DefectiveDomain(inner, defect) {
          @Override
          public CompletionQueue createCompletionQueue(int depth) {
            return super.createCompletionQueue(Math.clamp(depth, 1, 1024));
          }
        })
        .kills("depthsOutsideTheCapabilitiesAreRefused");
  }

  private static Defect unbounded() {
    return Defect.named("ignores-max-queue-pairs", "more queue pairs than agreed can be had")
        .devices((inner, defect) -> new DefectiveDevice(inner, defect) {
          @Override
          public Invitation invite(DomainConfig config, CompletionChannel channel)
              throws RendezvousException {
            return super.invite(more(config), channel);
          }

          @Override
          public Acceptance accept(
              byte[] offer, DomainConfig config, CompletionChannel channel, long timeoutNanos)
              throws RendezvousException {
            return super.accept(offer, more(config), channel, timeoutNanos);
          }
        })
        .kills("queuePairsAreBoundedAndDestructionMakesRoom");
  }

  private static DomainConfig more(DomainConfig config) {
    return new DomainConfig(config.memoryBytes(), 2 * config.maxQueuePairs());
  }

  private static Defect closeNeedsIdle() {
    return Defect.named("closes-only-when-idle", "close() does not destroy queue pairs")
        .domains((inner, defect) -> new DefectiveDomain(inner, defect) {
          @Override
          public boolean close() {
            boolean idle = queuePairs().stream()
                .allMatch(queuePair -> queuePair.state() == QueuePairState.DESTROYED);
            return idle && super.close();
          }
        })
        .kills("closeWithWorkUnderWayGivesEverythingBack");
  }

  private static Defect closeInNameOnly() {
    return Defect.named("closes-in-name-only", "a closed domain goes on")
        .domains((inner, defect) -> new DefectiveDomain(inner, defect) {
          @Override
          public boolean close() {
            return true;
          }
        })
        .kills(
            "closedDomainStaysClosed",
            "closeWithWorkUnderWayGivesEverythingBack",
            "peerOfAClosedDomainEndsInBoundedTime");
  }

  private static Defect closesAll() {
    return Defect.named("closes-all", "the end of one domain is the end of the device's others")
        .domains((inner, defect) -> new DefectiveDomain(inner, defect) {
          @Override
          public boolean close() {
            defect.domains().forEach(other -> other.inner().close());
            return super.close();
          }
        })
        .kills("oneDomainsEndLeavesTheOthersAlone");
  }

  private static Defect capability() {
    return Defect.named("forgets-a-capability", "no READ may be outstanding")
        .devices((inner, defect) -> new DefectiveDevice(inner, defect) {
          @Override
          public Capabilities capabilities() {
            Capabilities c = super.capabilities();
            return new Capabilities(
                c.maxMessageBytes(),
                c.maxInlineBytes(),
                c.maxSendDepth(),
                c.maxReceiveDepth(),
                c.maxCompletionDepth(),
                0,
                c.atomics(),
                c.controlsCongestion());
          }
        })
        .kills("capabilitiesAreUsable");
  }

  private static Defect ports() {
    return Defect.named("counts-ports-from-one", "a port's index is not its position")
        .devices((inner, defect) -> new DefectiveDevice(inner, defect) {
          @Override
          public List<Port> ports() {
            return super.ports().stream()
                .map(port -> new Port(port.index() + 1, port.name()))
                .toList();
          }
        })
        .kills("portsAreNumberedInOrder");
  }

  private static Defect labels() {
    return Defect.named("hands-out-a-label-twice", "two paths have the same route label")
        .devices((inner, defect) -> new DefectiveDevice(inner, defect) {
          @Override
          public List<Integer> routeLabels(int wanted) {
            return Collections.nCopies(wanted, 1);
          }
        })
        .kills("routeLabelsAreDistinctAndStay");
  }
}
