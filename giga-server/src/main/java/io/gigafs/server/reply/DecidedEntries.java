package io.gigafs.server.reply;

import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.RequestDigest;
import io.gigafs.protocol.bulk.BulkCreateResult;
import io.gigafs.protocol.bulk.NewFiles;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The entries of a bulk request and what was decided of them, for the duplicate request cache. The
 * elements of an entry are final once it is decided.
 *
 * @param numbers of the mutations, ascending
 * @param digests see {@link RequestDigest#ofEntry}
 * @param outcomes as of a {@link BulkCreateResult}; ELSEWHERE for what is not cached
 * @param inodes as of a {@link BulkCreateResult}
 * @param made as of a {@link BulkCreateResult}
 * @param found as of a {@link BulkCreateResult}
 */
@SuppressWarnings("ArrayRecordComponent") // shared by the entries' partitions, never compared
public record DecidedEntries(
    long[] numbers,
    short[] digests,
    int[] outcomes,
    long[] inodes,
    @Nullable NewFiles made,
    List<FileAttributes> found) {
  /** The attributes of the file of an entry; null if it failed or has none. */
  @Nullable FileAttributes attributes(int i) {
    if (outcomes[i] != 0) {
      return null;
    }
    for (FileAttributes each : found) {
      if (each.inode().value() == inodes[i]) {
        return each;
      }
    }
    return made == null ? null : made.attributes(inodes[i]);
  }
}
