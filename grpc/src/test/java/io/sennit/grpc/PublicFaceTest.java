// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sennit.rpc.SessionView;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * A program in a named module sees only packages that are exported to all: nothing that the public
 * types of this room say may be of another one.
 */
final class PublicFaceTest {
  private static final List<Class<?>> FACE = List.of(
      PlatformTicker.class,
      SennitAttributes.class,
      SennitChannelBuilder.class,
      SennitServerBuilder.class,
      SennitServerCredentials.class,
      SennitSocketAddress.class,
      SessionView.class);

  private static final Set<String> EXPORTED = Set.of("io.sennit.grpc", "io.sennit.rpc");
  private static final Pattern OURS = Pattern.compile("(io\\.sennit(?:\\.[a-z]+)+)\\.[A-Z]");

  @Test
  void everyTypeInAPublicSignatureIsExported() {
    Set<String> hidden = new TreeSet<>();
    for (Class<?> type : FACE) {
      for (Method method : type.getDeclaredMethods()) {
        check(method, method.toGenericString(), hidden);
      }
      for (Constructor<?> constructor : type.getDeclaredConstructors()) {
        check(constructor, constructor.toGenericString(), hidden);
      }
      for (Field field : type.getDeclaredFields()) {
        if (Modifier.isPublic(field.getModifiers())) {
          check(field.toGenericString(), hidden);
        }
      }
    }
    assertEquals(Set.of(), hidden);
  }

  private static void check(Executable executable, String signature, Set<String> hidden) {
    int modifiers = executable.getModifiers();
    if (Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers)) {
      check(signature, hidden);
    }
  }

  private static void check(String signature, Set<String> hidden) {
    Matcher type = OURS.matcher(signature);
    while (type.find()) {
      if (!EXPORTED.contains(type.group(1))) {
        hidden.add(signature);
      }
    }
  }
}
