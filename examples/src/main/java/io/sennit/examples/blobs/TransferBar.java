// SPDX-License-Identifier: Apache-2.0
package io.sennit.examples.blobs;

import java.io.Console;
import java.util.Optional;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;

/** A progress bar on the terminal's error stream; nothing where there is no terminal. */
final class TransferBar implements Progress, AutoCloseable {
  private static final long MEGABYTE = 1_000_000;

  private final Optional<ProgressBar> bar;
  private long doneBytes;

  private TransferBar(Optional<ProgressBar> bar) {
    this.bar = bar;
  }

  /** A bar with a name, or none if nobody would see it. */
  static TransferBar show(String name) {
    return new TransferBar(
        Optional.ofNullable(System.console()).filter(Console::isTerminal).map(_ -> bar(name)));
  }

  private static ProgressBar bar(String name) {
    return new ProgressBarBuilder()
        .setTaskName(name)
        .setUnit(" MB", MEGABYTE)
        .showSpeed()
        .setUpdateIntervalMillis(100)
        .build();
  }

  @Override
  public void moved(long nowDoneBytes, long totalBytes) {
    doneBytes = nowDoneBytes;
    bar.ifPresent(shown -> shown.maxHint(totalBytes).stepTo(doneBytes));
  }

  /** What was moved so far. */
  long doneBytes() {
    return doneBytes;
  }

  @Override
  public void close() {
    bar.ifPresent(ProgressBar::close);
  }
}
