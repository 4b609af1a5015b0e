// SPDX-License-Identifier: Apache-2.0
package io.sennit.tools;

import io.sennit.tools.spi.Build;
import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The versions that a bug report needs. Used by the main thread. */
final class Version implements IVersionProvider {
  private static final String RESOURCE = "version.properties";

  @Override
  public String[] getVersion() throws IOException {
    return new String[] {"sennit " + read() + ", commit " + Build.commit(), Build.platform()};
  }

  private static String read() throws IOException {
    Properties properties = new Properties();
    try (InputStream in = Version.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IOException(RESOURCE + " is missing from the jar of sennit-tools");
      }
      properties.load(in);
    }
    return properties.getProperty("version", "unknown");
  }
}
