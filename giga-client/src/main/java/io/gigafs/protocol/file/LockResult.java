package io.gigafs.protocol.file;

import static io.gigafs.protocol.Elements.ATTRIBUTES;
import static io.gigafs.protocol.Elements.FLAG;
import static io.gigafs.protocol.Elements.optional;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.Result;
import org.jspecify.annotations.Nullable;

/**
 * The result of acquiring or releasing a lock. A new owner's cached data of the file may be stale:
 * it is if its ctime differs from the file's.
 *
 * @param attributes of the file while the lock is held; null if no lock was acquired, and in the
 *     answer to a retried request: cached data must not be used then
 * @param byOthers whether others than the handle's session may have written to the file's object
 *     without a change of the attributes
 */
public record LockResult(@Nullable FileAttributes attributes, boolean byOthers) implements Result {
  public static final Codec<LockResult> CODEC =
      Codec.of(LockResult.class, optional(ATTRIBUTES), FLAG);

  /** A result without information about the file. */
  public static final LockResult UNKNOWN = new LockResult(null, true);
}
