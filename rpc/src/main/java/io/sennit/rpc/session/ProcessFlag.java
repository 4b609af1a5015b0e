// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import java.util.Arrays;
import java.util.List;

/** What is said about the whole process, by system properties only; false unless said. */
enum ProcessFlag {
  GRPC_PREFERRED("grpc.preferred", "gRPC takes Sennit first, in unchanged programs, too"),
  GRPC_UNCHECKED_VERSION("grpc.uncheckedVersion", "run with a gRPC that was not tested"),
  LEAKS("leaks", "log where bodies were made that nobody closed");

  private static final String STANDARD = "false";
  private static final String RANGE = "true, false";

  private final String key;
  private final String meaning;

  ProcessFlag(String key, String meaning) {
    this.key = key;
    this.meaning = meaning;
  }

  /** Without what all properties of Sennit begin with. */
  static List<String> keys() {
    return Arrays.stream(values()).map(flag -> flag.key).toList();
  }

  static List<Setting> settings() {
    return Arrays.stream(values()).map(ProcessFlag::setting).toList();
  }

  /** @throws IllegalArgumentException in one sentence that names the property */
  static void check() {
    for (ProcessFlag flag : values()) {
      String value = System.getProperty(flag.property(), STANDARD);
      if (!value.equalsIgnoreCase("true") && !value.equalsIgnoreCase("false")) {
        throw new IllegalArgumentException(
            "Option '" + flag.property() + "' cannot be '" + value + "': allowed is " + RANGE);
      }
    }
  }

  private String property() {
    return Configuration.PREFIX + key;
  }

  private Setting setting() {
    String value = System.getProperty(property());
    return new Setting(
        property(),
        value == null ? STANDARD : value,
        "true or false",
        STANDARD,
        RANGE,
        meaning,
        value == null ? Setting.Source.DEFAULT : Setting.Source.PROPERTY);
  }
}
