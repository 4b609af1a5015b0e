// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.fullheap;

/**
 * A place in production's byte code that allocates.
 *
 * @param name the same as long as its method allocates the same things in the same order
 * @param line in its source file
 */
record Site(String name, int line) {
  @Override
  public String toString() {
    return name + " (line " + line + ")";
  }
}
