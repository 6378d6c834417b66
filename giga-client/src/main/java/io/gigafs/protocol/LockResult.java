package io.gigafs.protocol;

import org.jspecify.annotations.Nullable;

/**
 * A lock was taken, or given up. What its new owner remembers of the file may be old: it is if the
 * ctime is not that of the state it remembers.
 *
 * @param attributes of the file, as they are while the lock is held; null if none was taken, and in
 *     the answer to a request that was answered before: then nothing remembered may be relied on
 * @param byOthers whether others than the handle's session may have written to the file's object
 *     without the attributes telling
 */
public record LockResult(@Nullable FileAttributes attributes, boolean byOthers) implements Result {
  /** What says nothing of the file. */
  public static final LockResult UNKNOWN = new LockResult(null, true);

  void write(WireWriter out) {
    out.flag(attributes != null);
    if (attributes != null) {
      out.attributes(attributes);
    }
    out.flag(byOthers);
  }

  static LockResult read(WireReader in) {
    return new LockResult(in.flag() ? in.attributes() : null, in.flag());
  }
}
