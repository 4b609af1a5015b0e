// SPDX-License-Identifier: Apache-2.0
/** Results for people: HTML pages, and what they say about the machine. */
@NullMarked
package io.sennit.tools.page;

import org.jspecify.annotations.NullMarked;
