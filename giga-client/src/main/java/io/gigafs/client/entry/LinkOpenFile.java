package io.gigafs.client.entry;

import io.gigafs.client.lease.OwnChange;
import io.gigafs.client.lookup.OperationResolver;
import io.gigafs.client.lookup.Resolution;
import io.gigafs.client.lookup.ResolvedPath;
import io.gigafs.client.lookup.StalePath;
import io.gigafs.client.path.PathUse;
import io.gigafs.client.request.ClientOperation;
import io.gigafs.client.request.PartitionCall;
import io.gigafs.client.request.SequenceTracker;
import io.gigafs.client.session.ClientContext;
import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.EntryResult;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.namespace.LinkRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * linkat(2) with AT_EMPTY_PATH: adds a name to an open file with an inode record, such as a file
 * that was created without a name. Used by one thread at a time.
 */
public final class LinkOpenFile extends PartitionCall<EntryResult>
    implements Resolution, SequenceTracker.Numbered {
  private final ClientContext context;
  private final ClientOperation<FileAttributes> operation;
  private final InodeId file;
  private final StalePath stale;
  private @Nullable ResolvedPath place;
  private @Nullable OwnChange change;
  private long number;

  /**
   * @param operation whose target is the new name
   */
  public LinkOpenFile(
      ClientContext context, ClientOperation<FileAttributes> operation, InodeId file) {
    super(context, operation);
    this.context = context;
    this.operation = operation;
    this.file = file;
    this.stale = new StalePath(operation);
  }

  @Override
  protected ClientContext context() {
    return context;
  }

  public void begin() {
    OperationResolver.resolve(context(), operation, operation.target(), PathUse.MAKE_FILE, this);
  }

  @Override
  public void resolved(ResolvedPath found) {
    place = found;
    context().sequences().begin(1, this);
  }

  @Override
  public void unresolved(GigaException failure) {
    stale.retryOrFail(failure, this::begin);
  }

  private ResolvedPath place() {
    if (place == null) {
      throw new IllegalStateException("the new name is not resolved");
    }
    return place;
  }

  @Override
  public void numbered(long first) {
    number = first;
    change = OwnChange.begin(context(), List.of(place().key()), List.of());
    context().attributeCache().forget(file);
    start(file, InodeId.FILE_NAME.hash());
  }

  @Override
  protected Request<EntryResult> request(InodeId directory, PartitionIndex partition) {
    return new LinkRequest(
        directory,
        partition,
        operation.caller(),
        new Sequence(number, context().sequences().confirmed()),
        InodeId.FILE_NAME,
        place().parent().id(),
        context().maps().of(place().parent().id()).indexOf(place().name().hash()),
        place().name(),
        false,
        file);
  }

  @Override
  protected void done(EntryResult result) {
    end();
    operation.complete(result.attributes());
  }

  @Override
  protected void failed(GigaException failure) {
    if (failure.code() == ErrorCode.ETIMEDOUT) {
      context().delegations().markOutcomeUnknown(context().clock().nanos());
    }
    end();
    operation.fail(
        failure.code() == ErrorCode.ESTALE
            ? operation.failure(ErrorCode.ENOENT, "the open file has no inode record")
            : failure);
  }

  private void end() {
    if (change != null) {
      change.end();
    }
    context().attributeCache().forget(file);
    context().sequences().finish(number, 1);
  }
}
