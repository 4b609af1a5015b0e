// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs.spi;

/**
 * One thing that can be said about a provider before it is opened.
 *
 * @param name as written in settings; with {@code sennit.} and the provider's name before it, a
 *     system property ({@code -Dsennit.roce.addresses=127.0.0.1})
 * @param unit such as {@code bytes}, or in a few words what the value is: {@code names, by commas}
 * @param standard the value if nobody says another; empty if it depends on the machine
 * @param range what is allowed, such as {@code 1 to 16}; empty if that cannot be said in short
 * @param meaning a sentence for people
 */
public record ProviderOption(
    String name, String unit, String standard, String range, String meaning) {}
