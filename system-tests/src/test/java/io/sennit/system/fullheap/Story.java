// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.fullheap;

/** What happens while the heap is full at one site. Loaded once, for stories of every loader. */
public interface Story {
  /**
   * Tells it from the beginning to the end.
   *
   * @return how it ended, in a word or two
   * @throws AssertionError with the promise that broke
   */
  String tell() throws Exception;
}
