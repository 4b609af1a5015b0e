// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.verbs.DomainConfig;
import io.sennit.verbs.Invitation;
import io.sennit.verbs.Path;
import io.sennit.verbs.Port;
import io.sennit.verbs.ProtectionDomain;
import io.sennit.verbs.RendezvousException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/** What a server has open for one client: an invitation of each provider in common. Thread-safe. */
final class Invitations {
  private final SessionConfig config;
  private final SequencedMap<String, Invitation> open = new LinkedHashMap<>();
  private final Map<String, ProviderLoop> providers = new LinkedHashMap<>();
  private final List<ProviderOffer> offers = new ArrayList<>();
  private final List<Skipped> skipped = new ArrayList<>();

  Invitations(SessionConfig config) {
    this.config = config;
  }

  /** Makes one invitation for each provider that both have; those that fail are skipped. */
  synchronized void make(ProviderChoice choice, Hello hello) {
    skipped.addAll(choice.skipped());
    for (ProviderLoop provider : choice.usable()) {
      if (hello.providers().contains(provider.name())) {
        make(provider);
      }
    }
  }

  private void make(ProviderLoop provider) {
    DomainConfig bounds = new DomainConfig(config.memoryBytes(), config.braid().maxQueuePairs());
    try {
      List<Port> ports =
          provider.device().ports(); // Before the peer is told, so that it knows them.
      Invitation invitation = provider.device().invite(bounds, provider.channel());
      keep(provider.name(), invitation);
      providers.put(provider.name(), provider);
      offers.add(new ProviderOffer(
          provider.name(), ports, labels(provider), Octets.of(invitation.offer())));
    } catch (RendezvousException | RuntimeException | LinkageError e) {
      if (skipped.size() < Wire.MAX_PROVIDERS) {
        skipped.add(new Skipped(provider.name(), String.valueOf(e.getMessage())));
      }
    }
  }

  private void keep(String provider, Invitation invitation) {
    boolean kept = false;
    try {
      open.put(provider, invitation);
      kept = true;
    } finally {
      if (!kept) {
        invitation.close();
      }
    }
  }

  /** Where this side has no wish it offers as many as a client can wish for. */
  private List<Integer> labels(ProviderLoop provider) {
    int wanted = config.strandsPerPortPair() == SessionConfig.AUTOMATIC
        ? Wire.MAX_LABELS
        : config.strandsPerPortPair();
    return provider.device().routeLabels(wanted);
  }

  synchronized List<ProviderOffer> offers() {
    return List.copyOf(offers);
  }

  synchronized List<Skipped> skipped() {
    return List.copyOf(skipped);
  }

  synchronized ProviderLoop provider(String name) {
    ProviderLoop provider = providers.get(name);
    if (provider == null) {
      throw new IllegalStateException("no invitation of " + name);
    }
    return provider;
  }

  /** What a provider's invitation has told of the ports of this side. */
  synchronized List<Port> ports(String name) {
    return offers.stream()
        .filter(offer -> offer.provider().equals(name))
        .findFirst()
        .orElseThrow()
        .ports();
  }

  /** Which paths the client and this side can have. */
  synchronized List<Path> paths(Answer answer) {
    List<Integer> common = new ArrayList<>(answer.labels());
    common.retainAll(labels(provider(answer.provider())));
    return Paths.between(
        ports(answer.provider()).size(),
        answer.ports().size(),
        common,
        Math.min(config.braid().maxPaths(), answer.maxStrands()));
  }

  /** May block; the domain is the caller's. */
  ProtectionDomain complete(Answer answer, long timeoutNanos) throws RendezvousException {
    Invitation invitation;
    synchronized (this) {
      invitation = open.remove(answer.provider());
    }
    if (invitation == null) {
      throw new RendezvousException("the invitation is gone");
    }
    try {
      return invitation.complete(answer.answer().toArray(), timeoutNanos);
    } finally {
      invitation.close();
    }
  }

  synchronized boolean isEmpty() {
    return open.isEmpty();
  }

  /** Gives back those that were not completed: every one, whatever those before it throw. */
  void closeAll() {
    Invitation next = takeFirst();
    if (next != null) {
      try {
        next.close();
      } finally {
        closeAll();
      }
    }
  }

  private synchronized @Nullable Invitation takeFirst() {
    Map.Entry<String, Invitation> first = open.pollFirstEntry();
    return first == null ? null : first.getValue();
  }
}
