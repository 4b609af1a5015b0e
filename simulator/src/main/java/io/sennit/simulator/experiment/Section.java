// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.experiment;

import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import com.google.gson.stream.MalformedJsonException;
import java.io.EOFException;
import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A JSON object that remembers the line of everything in it, and what it was asked for, so that
 * what nobody asked for can be refused. Confined to one thread.
 */
final class Section {
  private static final Pattern LINE = Pattern.compile("line (\\d+) column");

  private final int line;
  private final Map<String, Entry> entries = new LinkedHashMap<>();
  private final Set<String> asked = new LinkedHashSet<>();

  /**
   * A value and where it begins.
   *
   * @param value a String, a Double, a Boolean, a Section, or a List of entries
   */
  private record Entry(int line, Object value) {}

  private Section(int line) {
    this.line = line;
  }

  /**
   * Reads a whole text.
   *
   * @throws RefusedFileException if it is not one JSON object
   */
  static Section read(Reader text) throws IOException {
    JsonReader reader = new JsonReader(text);
    try {
      int line = line(reader);
      if (!(value(reader) instanceof Section section)) {
        throw new RefusedFileException(line, "an object is expected");
      }
      if (reader.peek() != JsonToken.END_DOCUMENT) {
        throw new RefusedFileException(line(reader), "there is more behind the end");
      }
      return section;
    } catch (MalformedJsonException e) {
      throw new RefusedFileException(line(String.valueOf(e.getMessage())), "this is not JSON");
    } catch (EOFException e) {
      throw new RefusedFileException(
          line(String.valueOf(e.getMessage())), "the file ends in the middle of it");
    }
  }

  private static int line(JsonReader reader) throws IOException {
    JsonToken ahead = reader.peek(); // Only then is its place that of the token.
    return line(ahead + " at " + reader);
  }

  private static int line(String location) {
    Matcher found = LINE.matcher(location);
    return found.find() ? Integer.parseInt(found.group(1)) : 1;
  }

  private static Object value(JsonReader reader) throws IOException {
    return switch (reader.peek()) {
      case BEGIN_OBJECT -> object(reader);
      case BEGIN_ARRAY -> array(reader);
      case STRING -> reader.nextString();
      case NUMBER -> reader.nextDouble();
      case BOOLEAN -> reader.nextBoolean();
      default -> throw new RefusedFileException(line(reader), "a value is expected");
    };
  }

  private static Section object(JsonReader reader) throws IOException {
    Section section = new Section(line(reader));
    reader.beginObject();
    while (reader.hasNext()) {
      int line = line(reader);
      String name = reader.nextName();
      if (section.entries.put(name, new Entry(line, value(reader))) != null) {
        throw new RefusedFileException(line, name + " is there twice");
      }
    }
    reader.endObject();
    return section;
  }

  private static List<Entry> array(JsonReader reader) throws IOException {
    List<Entry> found = new ArrayList<>();
    reader.beginArray();
    while (reader.hasNext()) {
      int line = line(reader);
      found.add(new Entry(line, value(reader)));
    }
    reader.endArray();
    return found;
  }

  int line() {
    return line;
  }

  private @Nullable Entry entry(String name) {
    asked.add(name);
    return entries.get(name);
  }

  private <T> T typed(String name, Class<T> type, String word, @Nullable T otherwise) {
    Entry entry = entry(name);
    if (entry == null) {
      if (otherwise == null) {
        throw new RefusedFileException(
            line, name + " is missing; there are only " + String.join(", ", entries.keySet()));
      }
      return otherwise;
    }
    if (!type.isInstance(entry.value())) {
      throw new RefusedFileException(entry.line(), name + " is not " + word);
    }
    return type.cast(entry.value());
  }

  String text(String name) {
    return typed(name, String.class, "a text", null);
  }

  String text(String name, String otherwise) {
    return typed(name, String.class, "a text", otherwise);
  }

  boolean flag(String name, boolean otherwise) {
    return typed(name, Boolean.class, "true or false", otherwise);
  }

  double number(String name, double otherwise) {
    return typed(name, Double.class, "a number", otherwise);
  }

  double number(String name) {
    return typed(name, Double.class, "a number", null);
  }

  long whole(String name, long otherwise) {
    asked.add(name);
    return entries.containsKey(name) ? whole(name) : otherwise;
  }

  long whole(String name) {
    double value = number(name);
    if (value != Math.rint(value) || Math.abs(value) > 1L << 53) {
      throw refuse(name, name + " is not a whole number");
    }
    return (long) value;
  }

  int small(String name, int otherwise) {
    return checked(name, whole(name, otherwise));
  }

  int small(String name) {
    return checked(name, whole(name));
  }

  private int checked(String name, long value) {
    if (value != (int) value) {
      throw refuse(name, name + " is too large: " + value);
    }
    return (int) value;
  }

  Section section(String name) {
    return typed(name, Section.class, "an object", null);
  }

  /** An empty one if there is none. */
  Section sectionOrEmpty(String name) {
    return typed(name, Section.class, "an object", new Section(line));
  }

  /** None if there is no such list. */
  List<Section> sections(String name) {
    List<Section> found = new ArrayList<>();
    for (Object each : typed(name, List.class, "a list", List.of())) {
      if (!(each instanceof Entry entry && entry.value() instanceof Section section)) {
        throw refuse(name, name + " is not a list of objects");
      }
      found.add(section);
    }
    return found;
  }

  /** None if there is no such list. */
  List<String> texts(String name) {
    List<String> found = new ArrayList<>();
    for (Object each : typed(name, List.class, "a list", List.of())) {
      if (!(each instanceof Entry entry && entry.value() instanceof String text)) {
        throw refuse(name, name + " is not a list of texts");
      }
      found.add(text);
    }
    return found;
  }

  /** The refusal of something else, at the line of the name with which its reason begins. */
  RefusedFileException refuse(IllegalArgumentException cause) {
    String reason = String.valueOf(cause.getMessage());
    return refuse(reason.split(" ", 2)[0], reason);
  }

  /** The refusal of what a name says, at its line. */
  RefusedFileException refuse(String name, String reason) {
    Entry entry = entries.get(name);
    return new RefusedFileException(entry == null ? line : entry.line(), reason);
  }

  /**
   * To be called when everything has been asked for.
   *
   * @throws RefusedFileException if there is something that nobody asked for
   */
  void end() {
    for (Map.Entry<String, Entry> each : entries.entrySet()) {
      if (!asked.contains(each.getKey())) {
        throw new RefusedFileException(
            each.getValue().line(),
            each.getKey() + " is unknown; known here are " + String.join(", ", asked));
      }
    }
  }
}
