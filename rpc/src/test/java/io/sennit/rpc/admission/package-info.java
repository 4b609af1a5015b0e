// SPDX-License-Identifier: Apache-2.0
/** Tests of what a server takes, in virtual time. */
@NullMarked
package io.sennit.rpc.admission;

import org.jspecify.annotations.NullMarked;
