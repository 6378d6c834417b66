package io.gigafs.client.entry;

import io.gigafs.client.Follow;
import io.gigafs.client.path.PathUse;
import io.gigafs.client.request.ClientOperation;
import io.gigafs.client.session.ClientContext;
import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.namespace.GetXattrsRequest;
import io.gigafs.protocol.namespace.GetXattrsRequest.XattrsResult;
import io.gigafs.protocol.namespace.Xattr;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * getxattr(2) and listxattr(2).
 *
 * @param <T> what the caller gets
 */
public final class GetXattrs<T> extends NameOperation<XattrsResult, T> {
  private final @Nullable String xattr;
  private final Function<List<Xattr>, T> result;

  /**
   * @param xattr the requested attribute, null for all
   */
  public GetXattrs(
      ClientContext context,
      ClientOperation<T> operation,
      Follow follow,
      @Nullable String xattr,
      Function<List<Xattr>, T> result) {
    super(context, operation, PathUse.FILE, follow);
    this.xattr = xattr;
    this.result = result;
  }

  @Override
  protected Request<XattrsResult> request(InodeId directory, PartitionIndex partition) {
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
  protected void done(XattrsResult found) {
    complete(result.apply(found.xattrs()));
  }
}
