package io.gigafs.protocol;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The codec of a record from the codecs of its components, in the order of the wire: that of the
 * components, except where a codec names one. Immutable, except that it looks the components up
 * when it is first used, which keeps short commands fast.
 *
 * <p>Invariants, checked when it is made or first used:
 *
 * <ol>
 *   <li>There is one codec for each component, and of its type.
 *   <li>Versions of fields do not decrease, so that newer fields are behind older ones.
 *   <li>A field that is newer than the first version has a component that can be null: it is absent
 *       from messages of older versions.
 * </ol>
 */
final class FieldTable<T> extends Codec<T> {
  private final Codec<?>[] codecs;
  private @Nullable Components components;

  FieldTable(Class<T> type, List<Codec<?>> codecs) {
    super(type, minBytes(codecs));
    this.codecs = codecs.toArray(new Codec<?>[0]);
    for (int i = 1; i < this.codecs.length; i++) {
      if (this.codecs[i].since() < this.codecs[i - 1].since()) {
        throw new IllegalArgumentException(
            type + ": field " + i + " is older than the one before it");
      }
    }
  }

  private static int minBytes(List<Codec<?>> codecs) {
    return codecs.stream()
        .filter(codec -> codec.since() == Elements.FIRST_VERSION)
        .mapToInt(Codec::minBytes)
        .sum();
  }

  @Override
  @SuppressWarnings("NullAway") // Null where the codec writes null.
  public void write(T message, WireWriter out) {
    Components all = components();
    for (int i = 0; i < codecs.length; i++) {
      if (codecs[i].since() <= out.version()) {
        codecs[i].writeObject(all.get(i, message), out);
      }
    }
  }

  @Override
  @SuppressWarnings("unchecked") // The constructor is that of the type.
  public T read(WireReader in) {
    Components all = components();
    @Nullable Object[] values = new Object[codecs.length];
    int i = 0;
    try {
      for (; i < codecs.length; i++) {
        values[i] = codecs[i].since() <= in.version() ? codecs[i].read(in) : null;
      }
      return (T) all.create(values);
    } catch (ProtocolException | IllegalArgumentException | IndexOutOfBoundsException e) {
      String field = i < codecs.length ? "." + all.fields[i].getName() : "";
      throw new ProtocolException(type().getSimpleName() + field + ": " + e.getMessage());
    }
  }

  private Components components() {
    Components found = components;
    if (found == null) {
      found = new Components(type(), codecs);
      components = found; // Threads may each make one: they are equal.
    }
    return found;
  }

  /** The components of a record, by reflection, in the order of the wire. */
  private static final class Components {
    private final Field[] fields;

    /** The place of each in the constructor. */
    private final int[] places;

    private final Constructor<?> constructor;

    Components(Class<?> type, Codec<?>[] codecs) {
      // The fields of a record are its components, in their order. Compiled for an older Java, the
      // type is no record any more.
      List<Field> declared =
          Stream.of(type.getDeclaredFields())
              .filter(field -> !Modifier.isStatic(field.getModifiers()))
              .toList();
      if (declared.size() != codecs.length) {
        throw new LinkageError(
            type + " has " + declared.size() + " components and " + codecs.length + " codecs");
      }
      fields = inOrderOfWire(type, declared, codecs);
      places = Stream.of(fields).mapToInt(declared::indexOf).toArray();
      Class<?>[] types = declared.stream().map(Field::getType).toArray(Class<?>[]::new);
      try {
        for (int i = 0; i < fields.length; i++) {
          fields[i].setAccessible(true);
          check(fields[i], codecs[i]);
        }
        constructor = type.getDeclaredConstructor(types);
        constructor.setAccessible(true);
      } catch (ReflectiveOperationException e) {
        throw new LinkageError(type + " is no record", e);
      }
    }

    private static Field[] inOrderOfWire(Class<?> type, List<Field> declared, Codec<?>[] codecs) {
      List<Field> others = new ArrayList<>(declared);
      @Nullable Field[] ordered = new Field[codecs.length];
      for (int i = 0; i < codecs.length; i++) {
        String name = codecs[i].component();
        if (name != null) {
          ordered[i] =
              others.stream()
                  .filter(field -> field.getName().equals(name))
                  .findFirst()
                  .orElseThrow(() -> new LinkageError(type + " has no other component " + name));
          others.remove(ordered[i]);
        }
      }
      for (int i = 0; i < codecs.length; i++) {
        ordered[i] = ordered[i] == null ? others.remove(0) : ordered[i];
      }
      return ordered;
    }

    private static void check(Field field, Codec<?> codec) {
      if (boxed(field.getType()) != codec.type()) {
        throw new LinkageError(field + " has a codec of " + codec.type());
      }
      if (codec.since() > Elements.FIRST_VERSION && field.getType().isPrimitive()) {
        throw new LinkageError(field + " is absent from older messages, and cannot be null");
      }
    }

    private static Class<?> boxed(Class<?> type) {
      if (type == int.class) {
        return Integer.class;
      } else if (type == long.class) {
        return Long.class;
      }
      return type == boolean.class ? Boolean.class : type;
    }

    @Nullable Object get(int i, Object message) {
      try {
        return fields[i].get(message);
      } catch (IllegalAccessException e) {
        throw new LinkageError(String.valueOf(fields[i]), e);
      }
    }

    Object create(@Nullable Object[] values) {
      @Nullable Object[] arguments = new Object[values.length];
      for (int i = 0; i < values.length; i++) {
        arguments[places[i]] = values[i];
      }
      try {
        return constructor.newInstance(arguments);
      } catch (InvocationTargetException e) {
        if (e.getCause() instanceof RuntimeException refused) {
          throw refused;
        }
        if (e.getCause() instanceof Error error) {
          throw error;
        }
        throw new LinkageError(String.valueOf(constructor), e);
      } catch (ReflectiveOperationException e) {
        throw new LinkageError(String.valueOf(constructor), e);
      }
    }
  }
}
