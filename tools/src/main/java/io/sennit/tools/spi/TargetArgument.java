// SPDX-License-Identifier: Apache-2.0
package io.sennit.tools.spi;

import io.sennit.rpc.session.RefusedOptionException;
import io.sennit.rpc.session.Target;
import java.util.Map;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A target on a command line, such as {@code localhost:7470} or {@code sennit:///[fe80::1%eth0]
 * ?strands=2}. Sennit's own parser reads it, so that commands take whatever programs do. Immutable,
 * safe from any thread.
 *
 * @param text as it was typed
 * @param options that it says
 */
public record TargetArgument(String text, Map<String, String> options) {
  private static final String SCHEME = Target.SCHEME + ":";

  public TargetArgument {
    options = Map.copyOf(options);
  }

  /** Reads one; what is wrong with it is a wrong usage, and the parser's own sentence. */
  public static final class Converter implements ITypeConverter<TargetArgument> {
    /** Made by picocli. */
    public Converter() {}

    @Override
    public TargetArgument convert(String text) {
      try {
        return new TargetArgument(text, Target.parse(text).options());
      } catch (RefusedOptionException refused) {
        throw new TypeConversionException(String.valueOf(refused.getMessage()));
      }
    }
  }

  /**
   * What {@code Grpc.newChannelBuilder} takes.
   *
   * @param option counts unless the target or a system property says it
   * @param value of the option, as in a target
   */
  public String forGrpc(String option, String value) {
    String whole = text.startsWith(SCHEME) ? text : SCHEME + "///" + text;
    boolean said =
        options.containsKey(option) || System.getProperty(Target.SCHEME + "." + option) != null;
    return said ? whole : whole + (whole.indexOf('?') < 0 ? "?" : "&") + option + "=" + value;
  }

  @Override
  public String toString() {
    return text;
  }
}
