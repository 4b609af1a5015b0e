// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.fullheap;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.util.List;

/**
 * Loads all of Sennit once more, and marks the sites of production's rooms. What tests share with
 * it is loaded by its parent.
 */
final class SiteLoader extends ClassLoader {
  private static final String HOUSE = "io.sennit.";
  private static final List<String> SHARED = List.of(Sites.class.getName(), Story.class.getName());

  private static final List<String> ROOMS =
      List.of("base", "verbs", "roce", "shm", "multipath", "rpc");

  SiteLoader() {
    super(SiteLoader.class.getClassLoader());
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!name.startsWith(HOUSE) || SHARED.contains(name)) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> known = findLoadedClass(name);
      return known != null ? known : define(name);
    }
  }

  private Class<?> define(String name) throws ClassNotFoundException {
    URL found = getParent().getResource(name.replace('.', '/') + ".class");
    if (found == null) {
      throw new ClassNotFoundException(name);
    }
    try (InputStream in = found.openStream()) {
      byte[] bytes = in.readAllBytes();
      byte[] defined = isProduction(name) ? Marking.mark(bytes) : bytes;
      return defineClass(name, defined, 0, defined.length);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isProduction(String name) {
    return ROOMS.stream().anyMatch(room -> name.startsWith(HOUSE + room + "."));
  }
}
