package io.gigafs.client;

import io.gigafs.client.path.PathUse;
import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.namespace.GetXattrsRequest;
import io.gigafs.protocol.namespace.Xattr;
import io.gigafs.protocol.namespace.XattrsResult;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * getxattr(2) and listxattr(2).
 *
 * @param <T> what the caller gets
 */
final class GetXattrs<T> extends NameOperation<XattrsResult, T> {
  private final @Nullable String xattr;
  private final Function<List<Xattr>, T> result;

  /**
   * @param xattr the requested attribute, null for all
   */
  GetXattrs(
      Core core,
      ClientOperation<T> operation,
      Follow follow,
      @Nullable String xattr,
      Function<List<Xattr>, T> result) {
    super(core, operation, PathUse.FILE, follow);
    this.xattr = xattr;
    this.result = result;
  }

  @Override
  Request<XattrsResult> request(InodeId directory, PartitionIndex partition) {
    return new GetXattrsRequest(
        directory,
        partition,
        operation().caller(),
        name(),
        follow() == Follow.YES,
        xattr,
        expected());
  }

  @Override
  void done(XattrsResult found) {
    complete(result.apply(found.xattrs()));
  }
}
