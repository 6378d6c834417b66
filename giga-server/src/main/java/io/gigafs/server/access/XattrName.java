package io.gigafs.server.access;

import io.gigafs.access.AclXattr;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.namespace.Xattr;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The name of an extended attribute and its namespace: xattr(7). */
public record XattrName(String text, Namespace namespace) {
  public static final XattrName ACCESS_ACL = new XattrName(AclXattr.ACCESS, Namespace.ACCESS_ACL);
  public static final XattrName DEFAULT_ACL =
      new XattrName(AclXattr.DEFAULT, Namespace.DEFAULT_ACL);

  /** The capabilities of a program, for any user: capabilities(7). */
  public static final XattrName CAPABILITY =
      new XattrName("security.capability", Namespace.SECURITY);

  /** Namespaces; each has its own access rules. */
  public enum Namespace {
    USER("user."),
    TRUSTED("trusted."),
    SECURITY("security."),
    ACCESS_ACL(AclXattr.ACCESS),
    DEFAULT_ACL(AclXattr.DEFAULT);

    private final String prefix;

    Namespace(String prefix) {
      this.prefix = prefix;
    }

    /** Whether this is a complete name, and not a prefix of names. */
    private boolean isName() {
      return prefix.charAt(prefix.length() - 1) != '.';
    }
  }

  /** The error if the text cannot be an attribute name in any namespace, or null if it can. */
  public static @Nullable ErrorCode refuse(String text) {
    int bytes = text.getBytes(StandardCharsets.UTF_8).length;
    if (bytes == 0 || bytes > Xattr.MAX_NAME_BYTES) {
      return ErrorCode.ERANGE;
    }
    return text.indexOf('\0') >= 0 ? ErrorCode.EINVAL : null;
  }

  /** Parses a name; null if no namespace has it. */
  public static @Nullable XattrName parse(String text) {
    @Nullable Namespace namespace = namespaceOf(text);
    return namespace == null ? null : new XattrName(text, namespace);
  }

  private static @Nullable Namespace namespaceOf(String text) {
    for (Namespace namespace : Namespace.values()) {
      if (namespace.isName() ? text.equals(namespace.prefix) : text.startsWith(namespace.prefix)) {
        return namespace;
      }
    }
    return null;
  }

  /**
   * The name that a row's label stands for.
   *
   * @throws IllegalArgumentException if no namespace has it
   */
  public static XattrName ofLabel(byte[] label) {
    String text = new String(label, StandardCharsets.UTF_8);
    @Nullable XattrName name = parse(text);
    if (name == null) {
      throw new IllegalArgumentException("no namespace has an attribute " + text);
    }
    return name;
  }

  /** The label of the attribute's row. */
  public byte[] label() {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Whether the name is a namespace prefix without a name behind it, which is not a valid attribute
   * name.
   */
  boolean isBare() {
    return !namespace.isName() && text.length() == namespace.prefix.length();
  }

  public boolean isAcl() {
    return namespace == Namespace.ACCESS_ACL || namespace == Namespace.DEFAULT_ACL;
  }
}
