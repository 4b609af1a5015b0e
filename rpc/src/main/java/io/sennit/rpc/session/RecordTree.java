// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Components of a record by name; those of records in it by a path with dots. Stateless. */
final class RecordTree {
  private RecordTree() {}

  /** Paths of all components that are no records, in order of declaration. */
  static List<String> leaves(Class<?> type) {
    List<String> leaves = new ArrayList<>();
    for (RecordComponent component : type.getRecordComponents()) {
      if (component.getType().isRecord()) {
        leaves(component.getType()).forEach(leaf -> leaves.add(component.getName() + "." + leaf));
      } else {
        leaves.add(component.getName());
      }
    }
    return leaves;
  }

  /** What the component at the end of a path holds. */
  static Object get(Record root, String path) {
    int dot = path.indexOf('.');
    Object here = read(root, component(root, dot < 0 ? path : path.substring(0, dot)));
    return dot < 0 ? here : get((Record) here, path.substring(dot + 1));
  }

  /**
   * A record with other values at some paths, made by its constructor.
   *
   * @throws IllegalArgumentException of a constructor that refuses them
   */
  static <R extends Record> R with(R root, Map<String, Object> changes) {
    RecordComponent[] components = root.getClass().getRecordComponents();
    Object[] values = new Object[components.length];
    for (int i = 0; i < values.length; i++) {
      String name = components[i].getName();
      Object now = read(root, components[i]);
      values[i] = now instanceof Record inner
          ? with(inner, below(name, changes))
          : changes.getOrDefault(name, now);
    }
    @SuppressWarnings("unchecked") // The class of root.
    R made = (R) construct(root.getClass(), components, values);
    return made;
  }

  private static Map<String, Object> below(String name, Map<String, Object> changes) {
    Map<String, Object> inner = new HashMap<>();
    changes.forEach((path, value) -> {
      if (path.startsWith(name + ".")) {
        inner.put(path.substring(name.length() + 1), value);
      }
    });
    return inner;
  }

  private static RecordComponent component(Record record, String name) {
    return Arrays.stream(record.getClass().getRecordComponents())
        .filter(each -> each.getName().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(record.getClass() + " has no " + name));
  }

  private static Object read(Record record, RecordComponent component) {
    try {
      return component.getAccessor().invoke(record);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("a configuration record must be public", e);
    }
  }

  private static Object construct(Class<?> type, RecordComponent[] components, Object[] values) {
    try {
      Class<?>[] types =
          Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
      return type.getDeclaredConstructor(types).newInstance(values);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof Error error) {
        throw error; // There was no memory for it, say.
      }
      throw e.getCause() instanceof IllegalArgumentException refused
          ? refused
          : new IllegalStateException(e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("a configuration record must be public", e);
    }
  }
}
