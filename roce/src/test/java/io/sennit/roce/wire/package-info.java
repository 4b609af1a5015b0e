// SPDX-License-Identifier: Apache-2.0
/** RoCEv2 on the wire, against captured packets. */
@NullMarked
package io.sennit.roce.wire;

import org.jspecify.annotations.NullMarked;
