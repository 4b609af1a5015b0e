// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.cm;

/** RTU: the requester has the reply, and its queue pair is ready. */
record ReadyToUse(CmHeader header) implements CmMessage {}
