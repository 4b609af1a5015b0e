// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.verbs.Device;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

final class SettingsTest {
  private static final String PROPERTY = "sennit.tin.depth";
  private final VerbsProvider tin = new Tin();

  @AfterEach
  void forgetProperty() {
    System.clearProperty(PROPERTY);
  }

  @Test
  void givenGoesBeforePropertyBeforeStandard() {
    assertEquals("7", Settings.of(tin, Map.of()).text("depth"));
    System.setProperty(PROPERTY, "8");
    assertEquals("8", Settings.of(tin, Map.of()).text("depth"));
    assertEquals(9, Settings.of(tin, Map.of("depth", " 9")).number("depth", 1, 9));
  }

  @Test
  void unknownOptionIsRefusedByAProviderThatHasSomeOrNone() {
    Map<String, String> wrong = Map.of("dept", "1");
    String said = said(() -> tin.open(wrong));
    assertTrue(said.contains("'dept'") && said.contains("[depth]"), said);
  }

  @Test
  void numberOutsideItsBoundsIsRefusedWithTheOptionsName() {
    for (String value : List.of("", "x", "0", "10", "99999999999999999999")) {
      Settings settings = Settings.of(tin, Map.of("depth", value));
      String said = said(() -> settings.number("depth", 1, 9));
      assertTrue(said.contains("'tin.depth'") && said.contains("'" + value + "'"), said);
    }
  }

  @Test
  void whatAPropertySaidIsRefusedByThePropertysName() {
    System.setProperty(PROPERTY, "10");
    Settings settings = Settings.of(tin, Map.of());
    String said = said(() -> settings.number("depth", 1, 9));
    assertTrue(said.contains("'" + PROPERTY + "' cannot be '10': it must be 1 to 9"), said);
  }

  private static String said(Executable refused) {
    return String.valueOf(assertThrows(IllegalArgumentException.class, refused).getMessage());
  }

  private static final class Tin implements VerbsProvider {
    @Override
    public String name() {
      return "tin";
    }

    @Override
    public int preference() {
      return 0;
    }

    @Override
    public Availability availability() {
      return Availability.yes();
    }

    @Override
    public List<ProviderOption> options() {
      return List.of(new ProviderOption("depth", "fathoms", "7", "1 to 9", "How deep."));
    }

    @Override
    public Device open() {
      throw new IllegalStateException("a tin does not open");
    }
  }
}
