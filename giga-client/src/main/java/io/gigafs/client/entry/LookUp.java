package io.gigafs.client.entry;

import io.gigafs.client.Follow;
import io.gigafs.client.lease.DirectoryEntry;
import io.gigafs.client.lookup.ResolvedPath;
import io.gigafs.client.path.PathUse;
import io.gigafs.client.path.PathWalk.Last;
import io.gigafs.client.request.ClientOperation;
import io.gigafs.client.request.DirectoryKey;
import io.gigafs.client.session.ClientContext;
import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.namespace.LookupRequest;
import io.gigafs.protocol.namespace.LookupResult;
import org.jspecify.annotations.Nullable;

/**
 * A lookup for a caller that resolves paths itself: the attributes of a name, symbolic links
 * included.
 */
public final class LookUp extends NameOperation<LookupResult, FileAttributes> {
  private DirectoryKey key = new DirectoryKey(InodeId.SUPER_ROOT, InodeId.ROOT_NAME);
  private long moment;

  public LookUp(ClientContext context, ClientOperation<FileAttributes> operation) {
    super(context, operation, PathUse.FILE, Follow.NO);
  }

  @Override
  public void located(ResolvedPath found) {
    DirectoryEntry directory = context().cached(operation(), found.key());
    FileAttributes known = directory == null ? knownFile(found) : directory.attributes();
    if (known != null && !isOther(known)) {
      complete(known);
    } else if (isKnownToBeFree(found)) {
      operation().fail(operation().failure(ErrorCode.ENOENT, ""));
    } else {
      super.located(found);
    }
  }

  private boolean isKnownToBeFree(ResolvedPath found) {
    return operation().reliesOnCache()
        && found.last() == Last.NAME
        && context()
            .delegations()
            .isFree(context(), found.parent(), found.name(), operation().caller());
  }

  private @Nullable FileAttributes knownFile(ResolvedPath found) {
    boolean mayTell =
        operation().reliesOnCache() && found.parent().allowsSearch(operation().caller());
    return mayTell ? context().attributeCache().get(found.key(), context().clock().nanos()) : null;
  }

  @Override
  protected void ask(DirectoryKey asked) {
    key = asked;
    moment = context().leases().moment();
    super.ask(asked);
  }

  @Override
  protected Request<LookupResult> request(InodeId directory, PartitionIndex partition) {
    // Mostly it is a file, which has no lease, and a lease request takes the slower path.
    boolean lease = !operation().isWaitedForHere();
    boolean keeps = context().attributeCache().isOn();
    return new LookupRequest(
        directory, partition, operation().caller(), name(), lease, keeps, false);
  }

  @Override
  protected void done(LookupResult result) {
    FileAttributes attributes = result.attributes();
    if (isOther(attributes)) {
      failOrResolveAnew(operation().failure(ErrorCode.ESTALE, ""));
      return;
    }
    if (result.isElsewhere()) {
      ask(new DirectoryKey(attributes.inode(), InodeId.FILE_NAME));
      return;
    }
    if (attributes.isDirectory()) {
      context().locations().learn(attributes.inode(), key);
      context()
          .directories()
          .keep(key, DirectoryEntry.of(result), moment, sentNanos(), result.leaseMillis());
    } else {
      context()
          .attributeCache()
          .learn(key, partition(), attributes, result.changes(), moment, moment, sentNanos());
    }
    complete(attributes);
  }
}
