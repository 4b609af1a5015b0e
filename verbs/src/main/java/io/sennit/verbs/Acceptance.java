// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs;

/**
 * The accepting half of a rendezvous.
 *
 * @param domain ready to use; the caller owns it
 * @param answer bytes for the inviting side, at most 1,024
 */
public record Acceptance(ProtectionDomain domain, byte[] answer) {}
