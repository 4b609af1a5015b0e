// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.fullheap;

import java.lang.classfile.instruction.InvokeInstruction;
import java.util.List;
import java.util.Set;

/** Which methods of the JDK allocate, or may: named, since their byte code is not looked at. */
final class Library {
  private static final Set<String> COLLECTIONS = Set.of(
      "add",
      "addAll",
      "addFirst",
      "addLast",
      "compute",
      "computeIfAbsent",
      "copyOf",
      "copyOfRange",
      "entrySet",
      "iterator",
      "keySet",
      "listIterator",
      "map",
      "merge",
      "of",
      "ofNullable",
      "offer",
      "push",
      "put",
      "putAll",
      "putIfAbsent",
      "reversed",
      "sort",
      "stream",
      "subList",
      "toArray",
      "values",
      "asList",
      "collect",
      "concat",
      "filter",
      "flatMap",
      "flatMapToInt",
      "mapToLong",
      "mapToObj",
      "mapToInt",
      "toList",
      "generate",
      "range",
      "sorted",
      "distinct",
      "limit",
      "or",
      "whenComplete",
      "whenCompleteAsync",
      "thenCompose",
      "completedFuture",
      "failedFuture",
      "orTimeout",
      "execute",
      "newKeySet",
      "format",
      "formatted");

  private static final Set<String> MEMORY = Set.of(
      "allocate",
      "allocateDirect",
      "wrap",
      "slice",
      "duplicate",
      "asSlice",
      "ofArray",
      "ofBuffer",
      "asByteBuffer",
      "asReadOnlyBuffer",
      "reinterpret",
      "ofConfined",
      "ofShared",
      "ofAuto",
      "ofAddress");

  private static final Set<String> TEXT = Set.of(
      "valueOf",
      "toString",
      "getBytes",
      "substring",
      "concat",
      "format",
      "formatted",
      "append",
      "replace",
      "split",
      "strip",
      "toLowerCase",
      "toUpperCase",
      "repeat",
      "join",
      "chars",
      "lines",
      "clone",
      "getMessage");

  private Library() {}

  static boolean allocates(InvokeInstruction called) {
    String owner = called.owner().asInternalName();
    String name = called.name().stringValue();
    return (owner.startsWith("java/util/")
            && !owner.startsWith("java/util/concurrent/atomic/")
            && COLLECTIONS.contains(name))
        || ((owner.startsWith("java/nio/") || owner.startsWith("java/lang/foreign/"))
            && MEMORY.contains(name))
        || (isText(owner) && TEXT.contains(name));
  }

  private static boolean isText(String owner) {
    return List.of(
            "String", "StringBuilder", "Long", "Integer", "Short", "Byte", "Character", "Double")
        .contains(owner.replace("java/lang/", ""));
  }
}
