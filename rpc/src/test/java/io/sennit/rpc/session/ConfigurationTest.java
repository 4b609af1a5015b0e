// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.multipath.Scheduling;
import io.sennit.rpc.session.Setting.Source;
import io.sennit.verbs.Device;
import io.sennit.verbs.spi.Availability;
import io.sennit.verbs.spi.ProviderOption;
import io.sennit.verbs.spi.Settings;
import io.sennit.verbs.spi.VerbsProvider;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ConfigurationTest {
  private static final ConfigTable TABLE =
      new ConfigTable(List.of(new Configurable("roce"), new Configurable("sea")));

  @Test
  void theLastWordIsTheBuildersThenTheTargetsThenThePropertys() {
    withProperty("sennit.strands", "5", () -> {
      assertEquals(Source.PROPERTY, setting(of(Map.of(), Map.of()), "strands").source());
      assertEquals(5, of(Map.of(), Map.of()).config().strandsPerPortPair());
      Configuration byTarget = of(Map.of(), Map.of("strands", "4"));
      assertEquals(Source.TARGET, setting(byTarget, "strands").source());
      assertEquals(4, byTarget.config().strandsPerPortPair());
      Configuration byBuilder = of(Map.of("strands", "3"), Map.of("strands", "4"));
      assertEquals(Source.BUILDER, setting(byBuilder, "strands").source());
      assertEquals(3, byBuilder.config().strandsPerPortPair());
    });
    Setting untouched = setting(of(Map.of(), Map.of()), "strands");
    assertEquals(Source.DEFAULT, untouched.source(), untouched.toString());
    assertEquals("auto", untouched.value(), untouched.toString());
  }

  @Test
  void everyComponentIsAnOptionWithAMeaningAndItsDefault() {
    Configuration plain = of(Map.of(), Map.of());
    assertEquals(SessionConfig.defaults(), plain.config());
    for (Setting setting : plain.settings()) {
      assertEquals(setting.standard(), setting.value(), setting.toString());
      assertFalse(setting.meaning().isEmpty(), setting.toString());
      assertFalse(setting.unit().isEmpty(), setting.toString());
    }
    String keys = plain.settings().stream().map(Setting::key).collect(Collectors.joining(" "));
    assertTrue(keys.startsWith("provider exclude connectTimeout silence"), keys);
    assertTrue(keys.contains(" braid.chunkBytes ") && keys.contains(" sea.depth "), keys);
    assertTrue(keys.contains(" sennit.memory.heapBytes sennit.memory.registeredBytes "), keys);
    String last = " sennit.grpc.preferred sennit.grpc.uncheckedVersion sennit.onFatal";
    assertTrue(keys.endsWith(last), keys);
  }

  @Test
  void whatIsWrittenIsReadAgain() {
    for (Setting setting : ofTargets()) {
      Configuration again = of(Map.of(), Map.of(setting.key(), setting.value()));
      assertEquals(setting.value(), setting(again, setting.key()).value(), setting.toString());
      assertEquals(Source.TARGET, setting(again, setting.key()).source(), setting.toString());
    }
  }

  @Test
  void timesAndBytesHaveUnitsAndChoicesAreWords() {
    Map<String, String> target = Map.of(
        "connectTimeout", "250ms",
        "silence", "3s",
        "braid.chunkBytes", "32KiB",
        "braid.maxChunkBytes", "1MiB",
        "braid.scheduler", "round-robin",
        "paths", "64",
        "exclude", "shm, sea");
    SessionConfig config = of(Map.of(), target).config();
    assertEquals(250_000_000, config.bootstrapTimeoutNanos());
    assertEquals(3_000_000_000L, config.silenceNanos());
    assertEquals(1_000_000_000L, config.heartbeatNanos(), "a third of the silence");
    assertEquals(32 << 10, config.braid().chunkBytes());
    assertEquals(1 << 20, config.braid().maxChunkBytes());
    assertEquals(Scheduling.ROUND_ROBIN, config.braid().scheduler());
    assertEquals(64, config.braid().maxPaths());
    assertEquals(List.of("shm", "sea"), config.excludedProviders());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "strands | 0 | write auto, or a number from 1; allowed is auto, 1 to 16",
        "strands | 17 | allowed is auto, 1 to 16",
        "paths | 65 | allowed is 1 to 64",
        "connectTimeout | unlimited | allowed is 1ns to 73 years",
        "braid.maxChunkBytes | 1 | allowed is chunkBytes to 1GiB",
        "silence | 10 | write a time such as 4s",
        "silence | 99999999999999999s | write a time such as 4s",
        "braid.chunkBytes | 64kb | write bytes such as",
        "braid.scheduler | best | write one of earliest-finish, round-robin, static",
        "leaks | yes | write true or false",
        "bodies.slabBytes | 65537 | allowed is from 64KiB, a power of 2",
        "bodies.receiveBytes | 64KiB | allowed is from slabBytes",
      })
  void aValueOutOfRangeNamesItsOption(String key, String value, String why) {
    String message = refusalOf(Map.of(key, value));
    assertTrue(message.startsWith("Option '" + key + "' cannot be '" + value + "': "), message);
    assertTrue(message.contains(why), message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "braid.chunkBytes | 1MiB | 'braid.maxChunkBytes' is '256KiB', allowed is chunkBytes to"
            + " 1GiB",
        "bodies.slabBytes | 1GiB | 'bodies.sendBytes' is '256MiB', allowed is from slabBytes",
      })
  void aValueThatADefaultRulesOutIsRefusedWithBoth(String key, String value, String beside) {
    assertEquals(
        "Option '" + key + "' cannot be '" + value + "': beside it " + beside
            + "; say another value of either",
        refusalOf(Map.of(key, value)));
  }

  @Test
  void anOptionWhoseNameSaysItsUnitTakesANumberAlone() {
    SessionConfig config = of(
            Map.of(), Map.of("braid.rebuildMinNanos", "2000000", "streams.drainNanos", "3s"))
        .config();
    assertEquals(2_000_000, config.braid().rebuildMinNanos());
    assertEquals(3_000_000_000L, config.streams().drainNanos());
  }

  @Test
  void optionsThatDoNotGoTogetherAreNamed() {
    String message = refusalOf(Map.of("silence", "2s", "heartbeat", "1s"));
    assertEquals(
        "Options 'silence' and 'heartbeat' do not go together:"
            + " 'heartbeat' is '1s', allowed is to silence / 3",
        message);
    String mixed = refusalOf(Map.of("silence", "2s", "heartbeat", "1s", "paths", "3"));
    assertEquals(message, mixed, "what has no part in it is not blamed");
  }

  @Test
  void aPropertyIsRefusedByItsOwnNameWithWhatIsAllowed() {
    withProperty(
        "sennit.strands",
        "99",
        () -> assertEquals(
            "Option 'sennit.strands' cannot be '99': allowed is auto, 1 to 16",
            refusalOf(Map.of())));
    withProperty(
        "sennit.silence",
        "2s",
        () -> assertEquals(
            "Options 'sennit.silence' and 'heartbeat' do not go together:"
                + " 'heartbeat' is '1s', allowed is to silence / 3",
            refusalOf(Map.of("heartbeat", "1s"))));
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "-1ns", "0", "0ns", "1KiB", "unlimited", "none"})
  void whateverIsRefusedIsNamedAsAPropertyAndWithItsRange(String value) {
    int refused = 0;
    for (Setting setting : ofTargets()) {
      String property = "sennit." + setting.key();
      try {
        withProperty(property, value, () -> of(Map.of(), Map.of()));
      } catch (IllegalArgumentException e) {
        String said = String.valueOf(e.getMessage());
        assertTrue(said.startsWith("Option '" + property + "' cannot be '" + value + "': "), said);
        assertTrue(said.contains(setting.range()) || said.contains("', allowed is "), said);
        refused++;
      }
    }
    assertTrue(refused > 10, "only " + refused + " options refuse " + value);
  }

  @Test
  void optionsOfProvidersReachThem() {
    Configuration said =
        of(Map.of("sea.depth", "7"), Map.of("addresses", "127.0.0.1,127.0.0.2", "sea.depth", "9"));
    assertEquals(
        Map.of("roce.addresses", "127.0.0.1,127.0.0.2", "sea.depth", "7"),
        said.config().providerOptions());
    assertEquals(Map.of("addresses", "127.0.0.1,127.0.0.2"), said.config().optionsOf("roce"));
    assertEquals(Map.of("depth", "7"), said.config().optionsOf("sea"));
    assertEquals(Source.TARGET, setting(said, "roce.addresses").source());
    assertEquals("1 to 11", setting(said, "sea.depth").range());
    String slip = refusalOf(Map.of("adresses", "127.0.0.1"));
    assertTrue(slip.contains("did you mean 'roce.addresses'?"), slip);
    String both = refusalOf(Map.of("depth", "7"));
    assertTrue(both.contains("Unknown option 'depth'"), both);
  }

  @Test
  void aPropertyThatIsNoOptionIsRefusedWithTheNearestOne() {
    withProperty("sennit.roce.adresses", "x", () -> {
      String message = refusalOf(Map.of());
      assertTrue(message.contains("did you mean 'sennit.roce.addresses'?"), message);
    });
  }

  @Test
  void aPropertyLikeNoOptionGetsNoSuggestion() {
    withProperty(
        "sennit.colour.of.sea",
        "x",
        () -> assertEquals(
            "Unknown system property 'sennit.colour.of.sea'; './sennit config' lists all of them",
            refusalOf(Map.of())));
  }

  @Test
  void leaksAreReportedByOneSwitchWhoeverTurnsIt() {
    assertEquals("false", setting(of(Map.of(), Map.of()), "leaks").value());
    withProperty("sennit.leaks", "true", () -> {
      Configuration said = of(Map.of(), Map.of());
      assertTrue(said.config().bodies().reportLeaks());
      assertEquals("false", setting(said, "leaks").standard());
      assertEquals(Source.PROPERTY, setting(said, "leaks").source());
    });
    assertTrue(of(Map.of(), Map.of("leaks", "true")).config().bodies().reportLeaks());
  }

  @Test
  void aProviderRefusesItsOwnOptionsBeforeItIsOpened() {
    assertEquals(
        "Option 'sea.depth' cannot be 'x': it must be a whole number of 1 to 11.",
        refusalOf(Map.of("sea.depth", "x")));
    withProperty(
        "sennit.sea.depth",
        "12",
        () -> assertEquals(
            "Option 'sennit.sea.depth' cannot be '12': it must be 1 to 11.", refusalOf(Map.of())));
  }

  @Test
  void aFlagOfTheProcessIsShownAndRefused() {
    String flag = "sennit.grpc.preferred";
    assertEquals(Source.DEFAULT, setting(of(Map.of(), Map.of()), flag).source());
    withProperty(flag, "true", () -> {
      Setting said = setting(of(Map.of(), Map.of()), flag);
      assertEquals("true", said.value());
      assertEquals(Source.PROPERTY, said.source());
    });
    withProperty(
        flag,
        "yes",
        () -> assertEquals(
            "Option '" + flag + "' cannot be 'yes': allowed is true, false", refusalOf(Map.of())));
    withProperty(
        "sennit.grpc.prefered",
        "true",
        () -> assertTrue(
            refusalOf(Map.of()).endsWith("; did you mean '" + flag + "'?"), refusalOf(Map.of())));
  }

  /** Those that a target may say. */
  private static List<Setting> ofTargets() {
    return of(Map.of(), Map.of()).settings().stream()
        .filter(setting -> !setting.key().startsWith("sennit."))
        .toList();
  }

  private static Configuration of(Map<String, String> builder, Map<String, String> target) {
    return Configuration.of(TABLE, builder, target);
  }

  private static Setting setting(Configuration configuration, String key) {
    return configuration.settings().stream()
        .filter(each -> each.key().equals(key))
        .findFirst()
        .orElseThrow();
  }

  private static String refusalOf(Map<String, String> target) {
    return String.valueOf(
        assertThrows(IllegalArgumentException.class, () -> of(Map.of(), target)).getMessage());
  }

  private static void withProperty(String name, String value, Runnable test) {
    System.setProperty(name, value);
    try {
      test.run();
    } finally {
      System.clearProperty(name);
    }
  }

  /** A provider that has options and is never opened. */
  private record Configurable(String name) implements VerbsProvider {
    @Override
    public int preference() {
      return 1;
    }

    @Override
    public Availability availability() {
      return Availability.no("it is a test");
    }

    @Override
    public List<ProviderOption> options() {
      ProviderOption depth = new ProviderOption("depth", "number", "3", "1 to 11", "how deep");
      return name.equals("roce")
          ? List.of(new ProviderOption("addresses", "addresses", "", "", "local addresses"), depth)
          : List.of(depth);
    }

    @Override
    public void check(Map<String, String> given) {
      Settings.of(this, given).number("depth", 1, 11);
    }

    @Override
    public Device open() {
      throw new IllegalStateException("it is a test");
    }
  }
}
