// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.roce;

import com.google.gson.Gson;
import io.sennit.base.Clock;
import io.sennit.benchmarks.harness.Link;
import io.sennit.benchmarks.harness.Role;
import io.sennit.verbs.Acceptance;
import io.sennit.verbs.CompletionChannel;
import io.sennit.verbs.Device;
import io.sennit.verbs.DomainConfig;
import io.sennit.verbs.Invitation;
import io.sennit.verbs.RendezvousException;
import io.sennit.verbs.spi.VerbsProvider;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** A connection over the provider: the near end invites, the far end accepts. */
final class SennitLink implements Link {
  private static final String PROVIDER = "roce";
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(20);
  private static final Gson GSON = new Gson();

  private final SennitSetup setup;
  private final Role role;
  private final Device device;
  private final CompletionChannel channel;
  private final Meter meter = new Meter(Clock.system());
  private @Nullable Invitation invitation;
  private @Nullable SennitEnd end;

  SennitLink(SennitSetup setup, Role role) {
    this.setup = setup;
    this.role = role;
    Map<String, String> options = new HashMap<>(setup.options());
    options.put("addresses", SennitProgram.address(role));
    device = provider().open(options);
    channel = device.createCompletionChannel();
  }

  private static VerbsProvider provider() {
    return ServiceLoader.load(VerbsProvider.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(each -> each.name().equals(PROVIDER))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("there is no provider " + PROVIDER));
  }

  /**
   * What an end says of itself.
   *
   * @param rendezvous the answer of a rendezvous; empty if it was given
   * @param memory where the data region begins
   * @param key of that region
   * @param queuePairs their addresses
   */
  private record Introduction(String rendezvous, long memory, int key, List<String> queuePairs) {}

  @Override
  public String hear(String said) throws RendezvousException {
    if (said.isEmpty()) {
      Invitation made = device.invite(domain(), channel);
      invitation = made;
      return HexFormat.of().formatHex(made.offer());
    }
    return role == Role.NEAR ? complete(said) : end == null ? accept(said) : connect(said);
  }

  private DomainConfig domain() {
    return new DomainConfig(2L * SennitEnd.MEMORY_BYTES, setup.queuePairs());
  }

  private String accept(String offer) throws RendezvousException {
    Acceptance acceptance =
        device.accept(HexFormat.of().parseHex(offer), domain(), channel, PATIENCE_NANOS);
    SennitEnd made = new SennitEnd(acceptance.domain(), channel, setup.queuePairs());
    end = made;
    return introduce(made, HexFormat.of().formatHex(acceptance.answer()));
  }

  private String complete(String said) throws RendezvousException {
    Introduction other = GSON.fromJson(said, Introduction.class);
    Invitation open = invitation;
    if (open == null) {
      throw new IllegalStateException("an answer without an offer");
    }
    byte[] answer = HexFormat.of().parseHex(other.rendezvous());
    SennitEnd made =
        new SennitEnd(open.complete(answer, PATIENCE_NANOS), channel, setup.queuePairs());
    open.close();
    made.connect(other.queuePairs(), other.memory(), other.key());
    end = made;
    return introduce(made, "");
  }

  private String connect(String said) {
    Introduction other = GSON.fromJson(said, Introduction.class);
    end().connect(other.queuePairs(), other.memory(), other.key());
    return "";
  }

  private static String introduce(SennitEnd end, String rendezvous) {
    return GSON.toJson(
        new Introduction(rendezvous, end.memoryAddress(), end.memoryKey(), end.addresses()));
  }

  private SennitEnd end() {
    SennitEnd made = end;
    if (made == null) {
      throw new IllegalStateException("the ends have not met");
    }
    return made;
  }

  @Override
  public Map<String, Double> serve(String workload, BooleanSupplier stopped) {
    new SennitFar(end(), Traffic.named(workload)).serve(stopped);
    return Map.of();
  }

  @Override
  public Map<String, Double> run(String workload, long nanos, BooleanSupplier stopped) {
    return new SennitNear(end(), Traffic.named(workload), meter).run(nanos, stopped);
  }

  @Override
  public void close() {
    if (end != null) {
      end.close();
    }
    channel.close();
    device.close();
  }
}
