// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import java.util.Arrays;
import java.util.List;

/** What is said about the whole process, by system properties only; the first value unless said. */
enum ProcessFlag {
  GRPC_PREFERRED("grpc.preferred", "gRPC takes Sennit first, in unchanged programs, too"),
  GRPC_UNCHECKED_VERSION("grpc.uncheckedVersion", "run with a gRPC that was not tested"),
  /** Read by {@link io.sennit.base.LastResort}. */
  ON_FATAL(
      "onFatal",
      "after an OutOfMemoryError or another Error in a thread of Sennit: go on, or end the process",
      "serve",
      "exit");

  private final String key;
  private final String meaning;
  private final String standard;
  private final String other;

  ProcessFlag(String key, String meaning) {
    this(key, meaning, "false", "true");
  }

  ProcessFlag(String key, String meaning, String standard, String other) {
    this.key = key;
    this.meaning = meaning;
    this.standard = standard;
    this.other = other;
  }

  /** Without what all properties of Sennit begin with. */
  static List<String> keys() {
    return Arrays.stream(values()).map(flag -> flag.key).toList();
  }

  static List<Setting> settings() {
    return Arrays.stream(values()).map(ProcessFlag::setting).toList();
  }

  /** @throws RefusedOptionException in one sentence that names the property */
  static void check() {
    for (ProcessFlag flag : values()) {
      String value = System.getProperty(flag.property(), flag.standard);
      if (!value.equalsIgnoreCase(flag.standard) && !value.equalsIgnoreCase(flag.other)) {
        throw new RefusedOptionException("Option '" + flag.property() + "' cannot be '" + value
            + "': allowed is " + flag.range());
      }
    }
  }

  private String range() {
    return other + ", " + standard;
  }

  private String property() {
    return Configuration.PREFIX + key;
  }

  private Setting setting() {
    String value = System.getProperty(property());
    return new Setting(
        property(),
        value == null ? standard : value,
        other + " or " + standard,
        standard,
        range(),
        meaning,
        value == null ? Setting.Source.DEFAULT : Setting.Source.PROPERTY);
  }
}
