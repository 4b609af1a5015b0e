// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.rpc.session.Configuration.Said;
import io.sennit.verbs.spi.ProviderOption;
import io.sennit.verbs.spi.VerbsProvider;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * All options there are: one for each component of {@link SessionConfig} and of the records in it,
 * and those of the providers. Immutable.
 */
final class ConfigTable {
  /** First words of the build's own properties, which reach the processes of tests. */
  private static final Set<String> OF_BUILD = Set.of("commit", "lib", "test", "werror", "xlint");

  /** Key, path if it is not the key, range, meaning. What is not here is named by its path. */
  private static final String ROWS = """
      provider | providers | up to 8 | the only providers allowed, best first; none: all of them
      exclude | excludedProviders | | providers not allowed
      connectTimeout | bootstrapTimeoutNanos | 1ns to 73 years | from connect to a working session
      silence | silenceNanos | 3ns to 73 years | how long a peer may be silent on all paths
      heartbeat | heartbeatNanos | to silence / 3 | pause between proofs of life
      strands | strandsPerPortPair | auto, 1 to 16 | strands between two ports, a label each
      paths | braid.maxPaths | 1 to 64 | most strands to one peer
      maxSessions | | 1 to 1048576 | sessions that a server holds
      maxHalfOpen | | 1 to 65536 | bootstraps that a server has in progress
      patience | patienceNanos | 1ns to 73 years | without progress while others want the place
      dial.attemptDelayNanos | | 1ns to 73 years | without progress before another way is tried
      dial.mostAttempts | | 1 to 256 | ways that one dial tries
      braid.slotBytes | | 1KiB to 64KiB | slot of one message
      braid.windowMessages | | 128 to 4096, a power of 2 | messages ahead of a missing one
      braid.sendSlots | | 128 to 4096 | messages sent and not known to have arrived
      braid.controlReserve | | 16 to 64 | credits and slots kept for control messages
      braid.replayMessages | | 1 to 4096 | second copies of messages before a fence
      braid.chunkBytes | | 1 to 1GiB | least that a transfer is split into
      braid.maxChunkBytes | | chunkBytes to 1GiB | longest chunk, when much remains
      braid.chunksInFlight | | 1 to 256 | chunks on their way, per strand
      braid.maxTransfers | | 1 to 1048576 | transfers not released yet
      braid.maxLeases | | 1 to 1048576 | grants and loans not released yet
      braid.quarantineBytes | | from 0 | bytes that wait for a fence; more end the session
      braid.rebuildMinNanos | | 1ns to 73 years | first pause before a strand is rebuilt
      braid.rebuildMaxNanos | | rebuildMinNanos to 73 years | longest pause
      braid.retryNanos | | 1ns to 73 years | pause before a destroy or deregister is tried again
      braid.lifelineRepeatNanos | | 1ns to 73 years | pause before a lifeline frame is repeated
      braid.scheduler | | earliest-finish, round-robin, static | how strands are chosen
      braid.paths.rttGainShift | | 1 to 8 | a round trip counts 1/2^shift
      braid.paths.minRttWindowNanos | | 1ns to 73 years | how long a shortest round trip is believed
      braid.paths.rateWindowRounds | | 1 to 1000 | round trips over which the best rate is kept
      braid.paths.pauseNanos | | 1ns to 73 years | a loop away for longer blames nobody
      braid.paths.probeNanos | | 1ns to 73 years | shortest pause between probes of a silent path
      braid.paths.refreshNanos | | 1ns to 73 years | pause between probes of a busy path
      braid.paths.idleProbeNanos | | 1ns to 73 years | pause between probes of an idle path
      braid.paths.goodProbes | | 1 to 1000 | answered before a new strand carries traffic
      braid.paths.missedProbes | | 1 to 8 | unanswered before a path is given up
      braid.paths.patienceNanos | | 1ns to 73 years | least silence that makes a path suspect
      braid.paths.provingNanos | | 1ns to 73 years | the same for a new strand
      braid.paths.assumedRate | | from 1 | bytes per second of an unmeasured path
      braid.paths.hedgePercent | | 0 to 100 | of all bytes posted may be second copies
      braid.paths.hedgeBurstBytes | | 0 to 2EiB | and so many besides
      braid.paths.exploreEvery | | 2 to 1048576 | one chunk in so many goes to a slow path
      braid.paths.slowFactor | | 1 to 1048576 | slower than the best path by this: exploration only
      braid.paths.waitPercent | | 0 to 100 | how much worse waiting for a fast path may look
      braid.paths.sampleAbovePaths | | 2 to 64 | above it the better of two random paths is taken
      braid.paths.queueTargetNanos | | 1ns to 73 years | least queueing delay that is aimed for
      braid.paths.cutPercent | | 1 to 100 | how strongly delay shrinks the window
      braid.paths.mostCutPercent | | 1 to 100 | most that one cut takes
      braid.paths.aheadNanos | | 1ns to 73 years | chunks are posted for so long ahead
      braid.paths.controlBytes | | 0 to 1GiB | messages that go beside the chunks
      braid.growth.periodNanos | | 1ns to 73 years | how often the number of strands is looked at
      braid.growth.stretchPeriods | | 1 to 1000 | full ones before more strands, and to measure
      braid.growth.gainPercent | | 0 to 1000 | of a strand's rate that each further one must add
      braid.growth.openingNanos | | 1ns to 73 years | how long further ones may take to come up
      braid.growth.missesInARow | | 1 to 1000 | that bring nothing before a pause
      braid.growth.holdNanos | | 1ns to 73 years | the first pause; they double
      braid.growth.mostHoldNanos | | holdNanos to 73 years | longest pause
      braid.growth.idleNanos | | 1ns to 73 years | without bulk data before further strands rest
      braid.growth.slowPeriods | | 1 to 1000 | before a slow route is left for another
      braid.growth.slowPercent | | 100 to 10000 | of the best round trip: a slow route
      braid.growth.betterPercent | | 1 to 100 | of a slow route's round trip: a better one
      braid.intrusions.receiptNanos | | 1ns to 73 years | acknowledged messages are asked about
      braid.intrusions.mostAtOnce | | 0 to 1048576 | strands that end by inserted packets in a row
      braid.intrusions.forgiveNanos | | 1ns to 73 years | after which one of them is forgiven
      braid.dataDscp | braid.classes.dataDscp | 0 to 63 | DSCP of chunks and probes
      braid.controlDscp | braid.classes.controlDscp | 0 to 63 | DSCP of messages
      streams.eagerBytes | | 0 to 1MiB | longest message that is copied into slots
      streams.windowBytes | | 1 to 2147483647 | eager bytes ahead of the application, per stream
      streams.windowMessages | | 1 to 1048576 | messages ahead of the application, per stream
      streams.sessionWindowBytes | | windowBytes to 2EiB | eager bytes ahead, all streams together
      streams.readyBytes | | from 1 | a stream is ready while fewer bytes wait
      streams.sessionQueuedBytes | | from readyBytes | waiting on all streams: then one by one
      streams.maxQueuedBytes | | from readyBytes | bytes that may wait on one stream
      streams.aheadBytes | | from 0 | bytes of long messages fetched ahead, per stream
      streams.maxOpenCalls | | 1 to 1048576 | calls that the peer may have open
      streams.maxPendingCalls | | 0 to 16777216 | calls that may wait for the peer's limit
      streams.maxMetadataBytes | | 0 to 16MiB | metadata of one direction of one call
      streams.maxReorderMessages | | 1 to 1048576 | messages kept that came too early
      streams.drainNanos | | 0 to 73 years | how long an empty session waits for the last word
      streams.maxInboundMessageBytes | | from 0 | longest message unless the call says another
      admission.maxCalls | | 1 to 2147483647 | calls that a server has open; more are refused
      admission.maxMethodCalls | | 1 to 2147483647 | the same for each method without its own
      admission.maxWaiting | | 1 to 2147483647 | calls of a server that wait for a thread
      admission.byTime | | | whether calls are refused that would wait too long
      admission.burstPercent | | 1 to 100 | of a call's time that it may wait for a thread
      admission.standingNanos | | 1ns to 73 years | calls wait for longer: overload, no burst
      admission.standingPercent | | 1 to burstPercent | of the mean time: most wait in overload
      admission.standingCalls | | 1 to 1048576 | that may wait in overload in any case
      bodies.slabBytes | | from 64KiB, a power of 2 | region that is cut into bodies
      bodies.sendBytes | | from slabBytes | registered memory for bodies to send
      bodies.receiveBytes | | from slabBytes | registered memory for bodies received
      bodies.cachedPerClass | | from 0 | free ranges kept ready per size
      bodies.waitNanos | | 0 to 73 years | how long a call waits for registered memory
      leaks | bodies.reportLeaks | | log where bodies were made that nobody closed
      """;

  /** What the session sets itself. */
  private static final Set<String> DERIVED = Set.of("braid.silenceNanos", "providerOptions");

  /**
   * One option of sessions.
   *
   * @param path of its component in {@link SessionConfig}
   */
  record Option(String key, String path, String range, String meaning) {
    /** Name of the component. */
    String component() {
      return path.substring(path.lastIndexOf('.') + 1);
    }

    /** A number alone has the unit that the name of the option says, if it says one. */
    String withUnit(String value) {
      boolean number = !value.isEmpty() && value.chars().allMatch(Character::isDigit);
      return number && key.endsWith("Nanos") ? value + "ns" : value;
    }
  }

  private final Map<String, Option> sessions = new LinkedHashMap<>();
  private final Map<String, ProviderOption> providers = new LinkedHashMap<>();
  private final List<VerbsProvider> found;

  /** @param found whose options there are too, with the provider's name before them */
  ConfigTable(Collection<VerbsProvider> found) {
    this.found = List.copyOf(found);
    Set<String> missing = new LinkedHashSet<>(RecordTree.leaves(SessionConfig.class));
    ROWS.lines()
        .map(ConfigTable::row)
        .filter(row -> missing.remove(row.path()))
        .forEach(row -> sessions.put(row.key(), row));
    missing.removeAll(DERIVED);
    missing.forEach(path -> sessions.put(path, new Option(path, path, "", "")));
    for (VerbsProvider provider : found) {
      for (ProviderOption option : provider.options()) {
        providers.put(provider.name() + "." + option.name(), option);
      }
    }
  }

  private static Option row(String line) {
    String[] cells = line.split("\\|", 4);
    String path = cells[1].isBlank() ? cells[0] : cells[1];
    return new Option(cells[0].strip(), path.strip(), cells[2].strip(), cells[3].strip());
  }

  /** Of sessions, by key, in order. */
  Collection<Option> sessions() {
    return sessions.values();
  }

  /** Of providers, by key. */
  Map<String, ProviderOption> providers() {
    return providers;
  }

  /**
   * Asks each provider for its opinion of its own options.
   *
   * @param config what is said of them, but for system properties, which they read themselves
   * @throws RefusedOptionException in one sentence that names the option
   */
  void check(SessionConfig config) {
    for (VerbsProvider provider : found) {
      try {
        provider.check(config.optionsOf(provider.name()));
      } catch (IllegalArgumentException e) {
        throw new RefusedOptionException(String.valueOf(e.getMessage()), e);
      }
    }
  }

  /**
   * Refuses names of providers that are likely a slip: a name that is nearly one that is here, and
   * a list in which no provider is here. Otherwise a missing provider may be intended.
   *
   * @param only whether others may not be used
   * @throws RefusedOptionException in one sentence that names the option
   */
  void checkProviders(Said by, List<String> names, boolean only) {
    List<String> here = found.stream().map(VerbsProvider::name).toList();
    List<String> missing = names.stream().filter(name -> !here.contains(name)).toList();
    boolean noneLeft = only && !here.isEmpty() && missing.size() == names.size();
    for (String name : missing) {
      Optional<String> near = Nearest.to(name, here);
      if (noneLeft || near.isPresent()) {
        throw new RefusedOptionException("Option '" + by.name() + "' cannot be '" + by.value()
            + "': there is no provider '" + name + "'"
            + near.map(word -> "; did you mean '" + word + "'?")
                .orElse(", allowed is any of " + String.join(", ", here)));
      }
    }
  }

  /**
   * The whole key: a provider's option may be named without its provider where one has it.
   *
   * @throws RefusedOptionException if there is no such option; names the nearest, if one is near
   */
  String key(String said) {
    if (sessions.containsKey(said) || providers.containsKey(said)) {
      return said;
    }
    List<String> whole =
        providers.keySet().stream().filter(key -> key.endsWith("." + said)).toList();
    if (whole.size() == 1) {
      return whole.getFirst();
    }
    if (ofProcess().contains(said)) {
      throw new RefusedOptionException(
          "Option '" + said + "' holds for the whole process: say it as" + " a system property, -D"
              + Configuration.PREFIX + said);
    }
    throw new RefusedOptionException(
        "Unknown option '" + said + "'" + hint("", said, ofSessions()));
  }

  /** Refuses system properties that look like options and are none, or no flags of the process. */
  void check(Set<String> properties) {
    for (String property : new TreeSet<>(properties)) {
      String key = property.substring(Configuration.PREFIX.length());
      if (!isKnown(key)) {
        Set<String> known = ofSessions();
        known.addAll(ofProcess());
        throw new RefusedOptionException(
            "Unknown system property '" + property + "'" + hint(Configuration.PREFIX, key, known));
      }
    }
    ProcessFlag.check();
    MemoryOption.check();
  }

  private boolean isKnown(String key) {
    return sessions.containsKey(key)
        || providers.containsKey(key)
        || ofProcess().contains(key)
        || OF_BUILD.contains(key.split("\\.", 2)[0]);
  }

  private Set<String> ofSessions() {
    Set<String> known = new LinkedHashSet<>(sessions.keySet());
    known.addAll(providers.keySet());
    return known;
  }

  private static Set<String> ofProcess() {
    Set<String> known = new LinkedHashSet<>(ProcessFlag.keys());
    known.addAll(MemoryOption.keys());
    return known;
  }

  private static String hint(String prefix, String said, Set<String> known) {
    return Nearest.to(said, known)
        .map(key -> "; did you mean '" + prefix + key + "'?")
        .orElse("; './sennit config' lists all of them");
  }
}
