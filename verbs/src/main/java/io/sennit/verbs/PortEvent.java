// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs;

/**
 * A change of a port of the device ({@link CompletionChannel#takePortEvent}); after IBTA's
 * unaffiliated asynchronous events. Queue pairs are left as they are: whoever is told may doubt the
 * paths of the port, which go on by themselves if it comes back in time. A port whose address has
 * gone keeps its index and counts as one that has failed, until the address is back or the port has
 * got another one. Then its queue pairs are of no use any more, and new ones have the new address.
 *
 * @param kind what changed
 * @param port index in {@link Device#ports()}
 * @param mtuBytes the largest path MTU that the port's link carries from now on, for new channels:
 *     256, 512, 1,024, 2,048 or 4,096; queue pairs keep what they have agreed on, and are given up
 *     like those of a broken path if that is too much for the link
 */
public record PortEvent(Kind kind, int port, int mtuBytes) {
  /** What may change. */
  public enum Kind {
    /** Its link carries packets again. */
    PORT_ACTIVE,
    /** Its link carries nothing: switched off, without a carrier, or gone. */
    PORT_ERROR,
    /** Its link carries longer or shorter packets than before. */
    PATH_MTU_CHANGED,
    /** It is new, the next of {@link Device#ports()}; its link carries packets. */
    PORT_ADDED,
    /** It has another address, the last one is gone; its link carries packets. IBTA: GID change. */
    ADDRESS_CHANGED
  }
}
