package io.gigafs.client.lookup;

import io.gigafs.client.FlushScope;
import io.gigafs.client.Target;
import io.gigafs.client.request.ClientOperation;
import io.gigafs.client.request.DirectoryKey;
import io.gigafs.client.request.PartitionCall;
import io.gigafs.client.request.RequestContext;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.namespace.LookupRequest;
import io.gigafs.protocol.namespace.LookupResult;

/**
 * Looks up a name. Used by one thread at a time; may be reused once it has ended.
 *
 * <p>The entry of a linked file only refers to the inode record, so that is requested next. If it
 * is gone (ESTALE), the name has changed meanwhile and is looked up again.
 */
public abstract class NameLookup extends PartitionCall<LookupResult> {
  private final Target target;
  private Name name = InodeId.ROOT_NAME;

  public NameLookup(RequestContext context, ClientOperation<?> operation, Target target) {
    super(context, operation);
    this.target = target;
  }

  /** The result for the name; for a linked file from its inode record, if that is requested. */
  protected abstract void found(LookupResult result);

  /** Whether the inode record of a linked file of this type is requested; by default always. */
  protected boolean goesOn(FileType type) {
    return true;
  }

  /** Looks up a name. */
  public final void lookUp(DirectoryKey key) {
    name = key.name();
    start(key.parent(), name.hash());
  }

  @Override
  protected final FlushScope.Extent flushedFirst() {
    return FlushScope.Extent.NAME;
  }

  @Override
  protected final Request<LookupResult> request(InodeId directory, PartitionIndex partition) {
    return new LookupRequest(
        directory, partition, operation().caller(), name, wantsLease(), false, false);
  }

  /** Whether to request a lease on a directory. */
  protected boolean wantsLease() {
    return false;
  }

  @Override
  protected final void done(LookupResult result) {
    if (result.isElsewhere() && goesOn(result.attributes().type())) {
      lookUp(new DirectoryKey(result.attributes().inode(), InodeId.FILE_NAME));
    } else {
      found(result);
    }
  }

  @Override
  protected final GigaException failure(ErrorCode code, String detail) {
    return operation().failure(target, code, detail);
  }
}
