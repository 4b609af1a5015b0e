// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

/** Something that a peer names by a number. */
interface Numbered {
  int number();
}
