// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.experiment;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;

/** Why a file cannot be read or written, in words for people. Stateless. */
final class FileReason {
  private FileReason() {}

  static String of(IOException failure) {
    return switch (failure) {
      case CharacterCodingException _ -> "it is no text in UTF-8";
      case AccessDeniedException _ -> "permission denied";
      case FileSystemException other when other.getReason() != null -> other.getReason();
      default -> String.valueOf(failure.getMessage());
    };
  }
}
