// SPDX-License-Identifier: Apache-2.0
package io.sennit.base;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/**
 * A class loader with classes of its own that has no memory left when told so: whatever runs then
 * must have been found before, as on a full heap, where the JVM allocates to find a class.
 */
final class FullHeapLoader extends ClassLoader {
  private final String prefix;
  private volatile boolean full;

  /** @param prefix of the names of those classes that are loaded anew */
  FullHeapLoader(String prefix) {
    super(FullHeapLoader.class.getClassLoader());
    this.prefix = prefix;
  }

  void full(boolean isFull) {
    full = isFull;
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (full) {
      throw new OutOfMemoryError("expected by the test: " + name);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> known = findLoadedClass(name);
      if (known != null) {
        return known;
      }
      return name.startsWith(prefix) ? define(name) : super.loadClass(name, resolve);
    }
  }

  private Class<?> define(String name) throws ClassNotFoundException {
    try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
      if (in == null) {
        throw new ClassNotFoundException(name);
      }
      byte[] bytes = in.readAllBytes();
      return defineClass(name, bytes, 0, bytes.length);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
