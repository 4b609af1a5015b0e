// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.rpc.stream.SessionListener;
import io.sennit.rpc.stream.StreamAcceptor;
import io.sennit.verbs.ProtectionDomain;
import java.util.Optional;

/**
 * What a {@link LiveSession} is made of.
 *
 * @param domain becomes the session's
 * @param acceptor the server's door; empty on the client's side
 */
record SessionParts(
    SessionConfig config,
    ProviderLoop provider,
    ProtectionDomain domain,
    SessionListener listener,
    Optional<StreamAcceptor> acceptor) {}
