package io.gigafs.hadoop;

import io.gigafs.protocol.XattrMode;
import java.util.EnumSet;
import org.apache.hadoop.fs.XAttrSetFlag;

/** Extended attributes as Hadoop has them. */
final class XattrFlags {
  /** Access control lists are attributes on Linux, and no attributes to Hadoop. */
  private static final String OTHER_CALLS = "system.";

  private XattrFlags() {}

  /** Whether one may be set that is there, or that is not. */
  static XattrMode mode(EnumSet<XAttrSetFlag> flags) {
    boolean creates = flags.contains(XAttrSetFlag.CREATE);
    boolean replaces = flags.contains(XAttrSetFlag.REPLACE);
    if (!creates && !replaces) {
      throw new IllegalArgumentException("an attribute is to be made or replaced, or both");
    }
    return creates && replaces ? XattrMode.SET : creates ? XattrMode.CREATE : XattrMode.REPLACE;
  }

  static boolean isShown(String name) {
    return !name.startsWith(OTHER_CALLS);
  }
}
