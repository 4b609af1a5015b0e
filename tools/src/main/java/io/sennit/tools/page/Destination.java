// SPDX-License-Identifier: Apache-2.0
package io.sennit.tools.page;

import io.sennit.tools.spi.CommandException;
import io.sennit.tools.spi.Printable;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where results of a long run shall go: tried before the run, since whoever learns of it after the
 * run has run in vain. Stateless, safe from any thread.
 */
public final class Destination {
  private Destination() {}

  /**
   * Leaves nothing behind.
   *
   * @param file to be written, such as by {@link HtmlReport}; may be there
   * @param option that named it, such as {@code --html}
   * @throws CommandException if it cannot be written
   */
  public static void requireFile(Path file, String option) {
    Path absolute = file.toAbsolutePath();
    if (Files.exists(absolute) && !Files.isRegularFile(absolute)) {
      throw refusal(file, "it is no regular file", option);
    }
    try {
      tryIn(Optional.ofNullable(absolute.getParent()).orElse(absolute));
    } catch (IOException e) {
      throw refusal(file, reason(e), option);
    }
  }

  /**
   * Makes the directory.
   *
   * @param directory in which files are to be written; may be there
   * @param option that named it
   * @throws CommandException if it cannot be made, or nothing be written in it
   */
  public static void requireDirectory(Path directory, String option) {
    try {
      tryIn(Files.createDirectories(directory.toAbsolutePath()));
    } catch (IOException e) {
      throw refusal(directory, reason(e), option);
    }
  }

  /** Modes do not say it all: a file system may be read-only or no place for files. */
  private static void tryIn(Path directory) throws IOException {
    Files.delete(Files.createTempFile(directory, ".sennit-", ".part"));
  }

  private static String reason(IOException failure) {
    return switch (failure) {
      case NoSuchFileException _ -> "its directory is not there";
      case AccessDeniedException _ -> "permission denied";
      case FileAlreadyExistsException _ -> "something that is no directory is in the way";
      case FileSystemException other when other.getReason() != null -> other.getReason();
      default -> failure.toString();
    };
  }

  private static CommandException refusal(Path wanted, String why, String option) {
    return new CommandException("Cannot write to " + Printable.text(wanted.toString()) + ": " + why
        + "; name another place with " + option + ".");
  }
}
