package io.gigafs.client.entry;

import io.gigafs.client.Follow;
import io.gigafs.client.path.PathUse;
import io.gigafs.client.request.ClientOperation;
import io.gigafs.client.request.DirectoryKey;
import io.gigafs.client.session.ClientContext;
import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.EntryResult;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.namespace.SetXattrRequest;
import io.gigafs.protocol.namespace.Xattr.XattrMode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** setxattr(2) and removexattr(2). */
public final class SetXattr extends MutationOperation<EntryResult, Void> {
  private final String xattr;
  private final byte @Nullable [] value;
  private final XattrMode mode;

  /**
   * @param value null to remove the attribute
   */
  public SetXattr(
      ClientContext context,
      ClientOperation<Void> operation,
      Follow follow,
      String xattr,
      byte @Nullable [] value,
      XattrMode mode) {
    super(context, operation, PathUse.FILE, follow);
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
  protected Request<EntryResult> request(
      InodeId directory, PartitionIndex partition, Sequence sequence) {
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
  protected void succeeded(EntryResult result) {
    complete(null);
  }
}
