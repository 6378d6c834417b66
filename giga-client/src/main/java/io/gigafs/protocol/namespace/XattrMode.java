package io.gigafs.protocol.namespace;

import static io.gigafs.protocol.Elements.codeOf;

import io.gigafs.protocol.Codec;

/** Whether an extended attribute that is set may exist before, as in setxattr(2). */
public enum XattrMode {
  /** It may exist. */
  SET(0),
  /** It must not exist (EEXIST): XATTR_CREATE. */
  CREATE(1),
  /** It must exist (ENODATA): XATTR_REPLACE. */
  REPLACE(2);

  static final Codec<XattrMode> CODEC = codeOf(XattrMode.class, XattrMode::code);

  private final int code;

  XattrMode(int code) {
    this.code = code;
  }

  /** The number on the wire. */
  public int code() {
    return code;
  }
}
