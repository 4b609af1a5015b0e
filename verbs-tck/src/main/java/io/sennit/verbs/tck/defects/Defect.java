// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs.tck.defects;

import io.sennit.verbs.CompletionChannel;
import io.sennit.verbs.CompletionQueue;
import io.sennit.verbs.Device;
import io.sennit.verbs.Invitation;
import io.sennit.verbs.PostStatus;
import io.sennit.verbs.ProtectionDomain;
import io.sennit.verbs.QueuePair;
import io.sennit.verbs.SharedReceiveQueue;
import io.sennit.verbs.WorkCompletion;
import io.sennit.verbs.WorkRequest;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * One named way in which a provider is wrong: how its objects differ from those that they decorate.
 * Holds the state of one run, so an instance serves one case only. What it does not change passes
 * through; it is as thread-safe as what it decorates.
 */
public final class Defect {
  /** Posts a request, or does something else; the request is the decorator's own copy. */
  interface Posting {
    PostStatus post(DefectiveQueuePair queue, WorkRequest request);
  }

  /** Changes what a poll brought; the answer is how many completions are left. */
  interface Polling {
    int polled(WorkCompletion[] into, int count);
  }

  private final String name;
  private final String sentence;
  private List<String> victims = List.of();
  private final List<DefectiveRegion> regions = new CopyOnWriteArrayList<>();
  private final List<DefectiveDomain> domains = new CopyOnWriteArrayList<>();
  private BiFunction<Device, Defect, DefectiveDevice> devices = DefectiveDevice::new;
  private BiFunction<ProtectionDomain, Defect, DefectiveDomain> domainMaker = DefectiveDomain::new;
  private BiFunction<QueuePair, DefectiveDomain, DefectiveQueuePair> queuePairs =
      DefectiveQueuePair::new;
  private BiFunction<CompletionQueue, DefectiveDomain, DefectiveCompletionQueue> completionQueues =
      DefectiveCompletionQueue::new;
  private Function<SharedReceiveQueue, DefectiveReceiveQueue> receiveQueues =
      DefectiveReceiveQueue::new;
  private Function<DefectiveRegion, DefectiveRegion> regionMaker = region -> region;
  private Function<CompletionChannel, DefectiveChannel> channels = DefectiveChannel::new;
  private BiFunction<Invitation, Defect, DefectiveInvitation> invitations =
      DefectiveInvitation::new;

  private Defect(String name, String sentence) {
    this.name = name;
    this.sentence = sentence;
  }

  /** Starts a description; without more it changes nothing. */
  public static Defect named(String name, String sentence) {
    return new Defect(name, sentence);
  }

  /** Short and unique. */
  public String name() {
    return name;
  }

  /** What is wrong. */
  public String sentence() {
    return sentence;
  }

  /** The cases that must fail because of it. */
  public List<String> victims() {
    return victims;
  }

  /** Decorates a device of a provider that is right. */
  public Device wrap(Device inner) {
    return devices.apply(inner, this);
  }

  Defect kills(String... cases) {
    victims = List.of(cases);
    return this;
  }

  Defect onPost(Posting posting) {
    return queuePairs((inner, domain) -> new DefectiveQueuePair(inner, domain) {
      @Override
      public PostStatus post(WorkRequest request) {
        return posting.post(this, Requests.copy(request));
      }
    });
  }

  /** Changes requests before they are posted. */
  Defect onRequest(Consumer<WorkRequest> change) {
    return onPost((queue, request) -> {
      change.accept(request);
      return queue.inner().post(request);
    });
  }

  Defect onPoll(Polling polling) {
    return completionQueues((inner, domain) -> new DefectiveCompletionQueue(inner, domain) {
      @Override
      public int poll(WorkCompletion[] into) {
        return polling.polled(into, super.poll(into));
      }
    });
  }

  /** Changes completions after they were polled. */
  Defect onCompletion(Consumer<WorkCompletion> change) {
    return onPoll((into, count) -> {
      for (int at = 0; at < count; at++) {
        change.accept(into[at]);
      }
      return count;
    });
  }

  Defect devices(BiFunction<Device, Defect, DefectiveDevice> maker) {
    devices = maker;
    return this;
  }

  Defect domains(BiFunction<ProtectionDomain, Defect, DefectiveDomain> maker) {
    domainMaker = maker;
    return this;
  }

  Defect queuePairs(BiFunction<QueuePair, DefectiveDomain, DefectiveQueuePair> maker) {
    queuePairs = maker;
    return this;
  }

  Defect completionQueues(
      BiFunction<CompletionQueue, DefectiveDomain, DefectiveCompletionQueue> maker) {
    completionQueues = maker;
    return this;
  }

  Defect receiveQueues(Function<SharedReceiveQueue, DefectiveReceiveQueue> maker) {
    receiveQueues = maker;
    return this;
  }

  Defect regions(Function<DefectiveRegion, DefectiveRegion> maker) {
    regionMaker = maker;
    return this;
  }

  Defect channels(Function<CompletionChannel, DefectiveChannel> maker) {
    channels = maker;
    return this;
  }

  Defect invitations(BiFunction<Invitation, Defect, DefectiveInvitation> maker) {
    invitations = maker;
    return this;
  }

  DefectiveDomain domain(ProtectionDomain inner) {
    DefectiveDomain domain = domainMaker.apply(inner, this);
    domains.add(domain);
    return domain;
  }

  DefectiveQueuePair queuePair(QueuePair inner, DefectiveDomain domain) {
    return queuePairs.apply(inner, domain);
  }

  DefectiveCompletionQueue completionQueue(CompletionQueue inner, DefectiveDomain domain) {
    return completionQueues.apply(inner, domain);
  }

  DefectiveReceiveQueue receiveQueue(SharedReceiveQueue inner) {
    return receiveQueues.apply(inner);
  }

  DefectiveRegion region(DefectiveRegion plain) {
    DefectiveRegion region = regionMaker.apply(plain);
    regions.add(region);
    return region;
  }

  DefectiveChannel channel(CompletionChannel inner) {
    return channels.apply(inner);
  }

  DefectiveInvitation invitation(Invitation inner) {
    return invitations.apply(inner, this);
  }

  /** Every domain of every device, the oldest first. */
  List<DefectiveDomain> domains() {
    return domains;
  }

  /** Every region of every domain, the oldest first, those given back included. */
  List<DefectiveRegion> regions() {
    return regions;
  }

  /** The region that a key names, whether given back or not. */
  Optional<DefectiveRegion> keyed(int key) {
    return regions.stream().filter(region -> region.inner().remoteKey() == key).findFirst();
  }

  /** The region, not given back, that holds an address. */
  Optional<DefectiveRegion> holding(long address) {
    return regions.stream().filter(region -> region.holds(address)).findFirst();
  }
}
