// SPDX-License-Identifier: Apache-2.0
package io.sennit.shm;

/**
 * What a domain is made of.
 *
 * @param own this side's file; the domain closes it
 * @param peer the peer's file; the domain closes it
 * @param memoryBytes most registered memory
 * @param workshop what all domains of the device share
 */
record DomainParts(Own own, Peer peer, long memoryBytes, DomainAssembly.Workshop workshop) {}
