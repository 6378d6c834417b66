package io.gigafs.protocol.namespace;

import static io.gigafs.protocol.Elements.MAP;
import static io.gigafs.protocol.Elements.NAME_OR_NONE;
import static io.gigafs.protocol.Elements.optional;

import io.gigafs.index.Name;
import io.gigafs.index.PartitionMap;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Result;
import org.jspecify.annotations.Nullable;

/**
 * The name of an inode in a directory.
 *
 * @param name null if it is not among the searched entries
 * @param next where to continue; null at the end of the directory, or if the name was found
 * @param map the directory's partition map as this partition knows it
 */
public record FindNameResult(
    @Nullable Name name, ListResult.@Nullable Cursor next, PartitionMap map) implements Result {
  public static final Codec<FindNameResult> CODEC =
      Codec.of(FindNameResult.class, NAME_OR_NONE, optional(ListResult.Cursor.CODEC), MAP);
}
