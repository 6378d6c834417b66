package io.gigafs.hadoop.releases;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the references of a class file to Hadoop's methods and fields. A member whose signature
 * differs in another release compiles there but is missing in the JVM.
 */
final class HadoopReferences {
  private static final String HADOOP = "org.apache.hadoop.";

  private final Class<?> of;

  HadoopReferences(Class<?> of) {
    this.of = of;
  }

  /**
   * Returns the missing members of classes that exist.
   *
   * @throws NoClassDefFoundError if one of the classes does not exist
   */
  List<String> missing() throws IOException {
    String file = "/" + of.getName().replace('.', '/') + ".class";
    try (InputStream in = of.getResourceAsStream(file)) {
      return missing(new DataInputStream(in));
    }
  }

  private List<String> missing(DataInputStream in) throws IOException {
    in.readLong(); // magic and version
    int count = in.readUnsignedShort();
    int[] tags = new int[count];
    int[] first = new int[count];
    int[] second = new int[count];
    String[] texts = new String[count];
    for (int i = 1; i < count; i++) {
      tags[i] = in.readUnsignedByte();
      switch (tags[i]) {
        case 1: // Utf8
          texts[i] = in.readUTF();
          break;
        case 5: // Long
        case 6: // Double
          in.readLong();
          i++;
          break;
        case 7: // Class
        case 8: // String
        case 16: // MethodType
        case 19: // Module
        case 20: // Package
          first[i] = in.readUnsignedShort();
          break;
        case 15: // MethodHandle
          in.readUnsignedByte();
          in.readUnsignedShort();
          break;
        case 9: // Fieldref
        case 10: // Methodref
        case 11: // InterfaceMethodref
        case 12: // NameAndType
        case 17: // Dynamic
        case 18: // InvokeDynamic
          first[i] = in.readUnsignedShort();
          second[i] = in.readUnsignedShort();
          break;
        default: // Integer, Float
          in.readInt();
      }
    }
    List<String> missing = new ArrayList<>();
    for (int i = 1; i < count; i++) {
      if (tags[i] >= 9 && tags[i] <= 11) {
        String owner = texts[first[first[i]]].replace('/', '.');
        String name = texts[first[second[i]]];
        String type = texts[second[second[i]]];
        if (owner.startsWith(HADOOP) && !isThere(owner, name, type, tags[i] == 9)) {
          missing.add(owner + "." + name + " " + type);
        }
      }
    }
    return missing;
  }

  private boolean isThere(String owner, String name, String type, boolean isField) {
    try {
      Class<?> asked = Class.forName(owner, false, of.getClassLoader());
      return isField ? hasField(asked, name) : hasMethod(asked, name, type);
    } catch (ClassNotFoundException e) {
      throw new NoClassDefFoundError(owner);
    }
  }

  private static boolean hasField(Class<?> asked, String name) {
    for (Class<?> at = asked; at != null; at = at.getSuperclass()) {
      for (Field field : at.getDeclaredFields()) {
        if (field.getName().equals(name)) {
          return true;
        }
      }
      for (Class<?> above : at.getInterfaces()) {
        if (hasField(above, name)) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean hasMethod(Class<?> asked, String name, String type) {
    if (name.equals("<init>")) {
      for (Constructor<?> constructor : asked.getDeclaredConstructors()) {
        if (text(void.class, constructor.getParameterTypes()).equals(type)) {
          return true;
        }
      }
      return false;
    }
    for (Class<?> at = asked; at != null; at = at.getSuperclass()) {
      for (Method method : at.getDeclaredMethods()) {
        if (method.getName().equals(name)
            && text(method.getReturnType(), method.getParameterTypes()).equals(type)) {
          return true;
        }
      }
      for (Class<?> above : at.getInterfaces()) {
        if (hasMethod(above, name, type)) {
          return true;
        }
      }
    }
    return asked.isInterface() && hasMethod(Object.class, name, type);
  }

  private static String text(Class<?> result, Class<?>[] parameters) {
    return MethodType.methodType(result, parameters).toMethodDescriptorString();
  }
}
