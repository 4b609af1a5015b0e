// SPDX-License-Identifier: Apache-2.0
/**
 * Devices that packets pass on their way between a RoCEv2 engine and its sockets, such as a capture
 * or a fault injector. Found by {@link java.util.ServiceLoader}, switched on by configuration; the
 * engine does not know that they are there.
 */
@NullMarked
package io.sennit.roce.spi;

import org.jspecify.annotations.NullMarked;
