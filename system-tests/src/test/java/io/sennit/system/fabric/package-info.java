// SPDX-License-Identifier: Apache-2.0
/**
 * Calls between two hosts that are network namespaces of this one, over real packets, while links
 * fail, slow down and come back. What is judged is that no call fails and no byte is wrong; times
 * are bounded as widely as a busy machine needs.
 */
@NullMarked
package io.sennit.system.fabric;

import org.jspecify.annotations.NullMarked;
