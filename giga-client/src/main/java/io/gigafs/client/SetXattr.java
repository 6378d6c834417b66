package io.gigafs.client;

import io.gigafs.client.path.PathUse;
import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.EntryResult;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.namespace.SetXattrRequest;
import io.gigafs.protocol.namespace.XattrMode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** setxattr(2) and removexattr(2). */
final class SetXattr extends MutationOperation<EntryResult, Void> {
  private final String xattr;
  private final byte @Nullable [] value;
  private final XattrMode mode;

  /**
   * @param value null to remove the attribute
   */
  SetXattr(
      Core core,
      ClientOperation<Void> operation,
      Follow follow,
      String xattr,
      byte @Nullable [] value,
      XattrMode mode) {
    super(core, operation, PathUse.FILE, follow);
    this.xattr = xattr;
    this.value = value;
    this.mode = mode;
  }

  /** A directory's ACL is part of what its lease covers. */
  @Override
  List<DirectoryKey> leasesGivenUp() {
    return List.of(place().key());
  }

  @Override
  Request<EntryResult> request(InodeId directory, PartitionIndex partition, Sequence sequence) {
    return new SetXattrRequest(
        directory,
        partition,
        operation().caller(),
        sequence,
        name(),
        follow() == Follow.YES,
        xattr,
        value,
        mode,
        expected());
  }

  @Override
  void succeeded(EntryResult result) {
    complete(null);
  }
}
