// SPDX-License-Identifier: Apache-2.0
package io.sennit.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.tools.spi.TargetArgument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine.TypeConversionException;

final class TargetArgumentTest {
  private static final TargetArgument.Converter CONVERTER = new TargetArgument.Converter();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "localhost:7470 | sennit:///localhost:7470?connectTimeout=4s",
        "[fe80::1%eth0]:7470 | sennit:///[fe80::1%eth0]:7470?connectTimeout=4s",
        "a:1,b:2 | sennit:///a:1,b:2?connectTimeout=4s",
        "h:1?strands=2 | sennit:///h:1?strands=2&connectTimeout=4s",
        "sennit:///h:1 | sennit:///h:1?connectTimeout=4s",
        "h:1?connectTimeout=1s | sennit:///h:1?connectTimeout=1s",
      })
  void grpcGetsWhatWasTypedAndATimeUnlessItWasSaid(String typed, String target) {
    assertEquals(target, CONVERTER.convert(typed).forGrpc("connectTimeout", "4s"));
  }

  @Test
  void aPropertyIsNotOverruled() {
    System.setProperty("sennit.connectTimeout", "9s");
    try {
      assertEquals("sennit:///h:1", CONVERTER.convert("h:1").forGrpc("connectTimeout", "4s"));
    } finally {
      System.clearProperty("sennit.connectTimeout");
    }
  }

  @Test
  void whatIsNoTargetIsRefusedInTheParsersWords() {
    String why = String.valueOf(
        assertThrows(TypeConversionException.class, () -> CONVERTER.convert("::1:7470"))
            .getMessage());
    assertTrue(why.startsWith("Target '::1:7470' is malformed: "), why);
  }
}
