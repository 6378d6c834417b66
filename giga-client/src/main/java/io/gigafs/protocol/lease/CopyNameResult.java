package io.gigafs.protocol.lease;

import static io.gigafs.protocol.Elements.ATTRIBUTES;
import static io.gigafs.protocol.Elements.COUNT;
import static io.gigafs.protocol.Elements.FACTS;
import static io.gigafs.protocol.Elements.optional;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.DirectoryFacts;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.Result;
import org.jspecify.annotations.Nullable;

/**
 * A copy of a name.
 *
 * @param copy null if none is granted
 */
public record CopyNameResult(@Nullable NameCopy copy) implements Result {
  public static final Codec<CopyNameResult> CODEC =
      Codec.of(CopyNameResult.class, optional(NameCopy.CODEC));

  public static final CopyNameResult REFUSED = new CopyNameResult(null);

  /**
   * The data that a lookup of the name needs.
   *
   * @param leaseMillis the duration of the lease, counted from before the request was sent; it may
   *     be recalled earlier
   * @param attributes of the file
   * @param directory determines who may look up names
   */
  public record NameCopy(int leaseMillis, FileAttributes attributes, DirectoryFacts directory) {
    private static final Codec<NameCopy> CODEC = Codec.of(NameCopy.class, COUNT, ATTRIBUTES, FACTS);
  }
}
