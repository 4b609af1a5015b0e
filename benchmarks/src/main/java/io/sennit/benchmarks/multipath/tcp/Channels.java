// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.multipath.tcp;

import java.io.IOException;
import java.nio.channels.Channel;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Closes channels at the end of a process. */
final class Channels {
  private static final Logger LOG = LoggerFactory.getLogger(Channels.class);

  private Channels() {}

  static void close(@Nullable Channel channel) {
    try {
      if (channel != null) {
        channel.close();
      }
    } catch (IOException e) {
      LOG.debug("a socket is not closed", e);
    }
  }
}
