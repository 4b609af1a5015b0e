// SPDX-License-Identifier: Apache-2.0
package io.sennit.examples.blobs;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;

/** Says in one sentence what a failed file operation means for the caller. */
final class FileFailure {
  private FileFailure() {}

  /** The status for a failure on the file that the caller calls {@code name}. */
  static StatusRuntimeException status(String name, IOException failure) {
    return code(failure)
        .withDescription(sentence(name, failure))
        .withCause(failure)
        .asRuntimeException();
  }

  /** The sentence alone, for failures on the user's own side. */
  static String sentence(String name, IOException failure) {
    return switch (failure) {
      case InvalidBlobNameException e -> String.valueOf(e.getMessage());
      case NoSuchFileException _ -> "there is no file '" + name + "'; check the name";
      case AccessDeniedException _ ->
        "'" + name + "': permission denied; check owner and mode of the file and its directory";
      case FileAlreadyExistsException _ -> "'" + name + "' is a directory; name a file";
      case NotDirectoryException _ ->
        "no file can be made at '" + name + "': a part of its path is no directory;"
            + " choose another name, or make the directory";
      case IOException e
      when isNoSpace(e) ->
        "no space left on the device for '" + name + "'; free some and try again";
      case FileSystemException e ->
        "'" + name + "': " + (e.getReason() == null ? "it cannot be used" : e.getReason());
      default -> "'" + name + "': " + failure.getMessage();
    };
  }

  /** The sentence for a failure on a local file. */
  static String sentence(Path file, IOException failure) {
    return sentence(file.toString(), failure);
  }

  private static Status code(IOException failure) {
    return switch (failure) {
      case InvalidBlobNameException _ -> Status.INVALID_ARGUMENT;
      case NoSuchFileException _ -> Status.NOT_FOUND;
      case AccessDeniedException _ -> Status.PERMISSION_DENIED;
      case FileAlreadyExistsException _, NotDirectoryException _, NotRegularFileException _ ->
        Status.FAILED_PRECONDITION;
      case IOException e when isNameTooLong(e) -> Status.INVALID_ARGUMENT;
      case IOException e when isNoSpace(e) -> Status.RESOURCE_EXHAUSTED;
      default -> Status.INTERNAL;
    };
  }

  private static boolean isNameTooLong(IOException failure) {
    return String.valueOf(failure.getMessage()).contains("File name too long");
  }

  /** The JDK has no type of its own for ENOSPC, EDQUOT and EFBIG: only the kernel's words. */
  private static boolean isNoSpace(IOException failure) {
    String message = String.valueOf(failure.getMessage());
    return message.contains("No space left")
        || message.contains("Disk quota exceeded")
        || message.contains("File too large");
  }
}
