// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc.transport;

import io.grpc.ChannelCredentials;

/**
 * Where a channel leads.
 *
 * @param text for the resolvers, with IPv6 addresses escaped if it is an URI
 * @param defaultPort of internet names that are said without a port
 */
public record ChannelTarget(
    String text, ChannelCredentials credentials, int defaultPort, ResolverChoice resolvers) {}
