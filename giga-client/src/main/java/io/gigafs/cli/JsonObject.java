package io.gigafs.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A JSON object under construction, with its members in the order they were put. Values are
 * strings, numbers, booleans, null, other objects and lists of these. For one thread.
 */
public final class JsonObject {
  private static final JsonFactory FACTORY = new JsonFactory();

  private final Map<String, @Nullable Object> members = new LinkedHashMap<>();

  public JsonObject put(String name, @Nullable Object value) {
    members.put(name, value);
    return this;
  }

  /** The object in one line. */
  @Override
  public String toString() {
    StringWriter text = new StringWriter();
    try (JsonGenerator generator = FACTORY.createGenerator(text)) {
      write(generator, this);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  private static void write(JsonGenerator generator, @Nullable Object value) throws IOException {
    if (value == null) {
      generator.writeNull();
    } else if (value instanceof JsonObject object) {
      generator.writeStartObject();
      for (Map.Entry<String, @Nullable Object> member : object.members.entrySet()) {
        generator.writeFieldName(member.getKey());
        write(generator, member.getValue());
      }
      generator.writeEndObject();
    } else if (value instanceof Iterable<?> values) {
      generator.writeStartArray();
      for (Object each : values) {
        write(generator, each);
      }
      generator.writeEndArray();
    } else if (value instanceof Double number) {
      generator.writeNumber(Math.round(number * 1000) / 1000.0);
    } else if (value instanceof Number number) {
      generator.writeNumber(number.longValue());
    } else if (value instanceof Boolean truth) {
      generator.writeBoolean(truth);
    } else {
      generator.writeString(value.toString());
    }
  }
}
