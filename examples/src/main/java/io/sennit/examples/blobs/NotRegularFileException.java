// SPDX-License-Identifier: Apache-2.0
package io.sennit.examples.blobs;

import java.nio.file.FileSystemException;

/**
 * Where a file should be made or replaced there is a device, a pipe or a link that leads nowhere.
 */
final class NotRegularFileException extends FileSystemException {
  private static final long serialVersionUID = 1L;

  NotRegularFileException(String file, String reason) {
    super(file, null, reason);
  }
}
