package io.gigafs.client;

import io.gigafs.client.path.PathUse;
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
final class LookUp extends NameOperation<LookupResult, FileAttributes> {
  private DirectoryKey key = new DirectoryKey(InodeId.SUPER_ROOT, InodeId.ROOT_NAME);
  private long generation;
  private long moment;

  LookUp(Core core, ClientOperation<FileAttributes> operation) {
    super(core, operation, PathUse.FILE, Follow.NO);
  }

  @Override
  void located(ResolvedPath found) {
    DirectoryEntry directory = operation().cached(found.key());
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
        && core().delegations().isFree(core(), found, operation().caller());
  }

  private @Nullable FileAttributes knownFile(ResolvedPath found) {
    boolean mayTell =
        operation().reliesOnCache() && found.parent().allowsSearch(operation().caller());
    return mayTell ? core().attributeCache().get(found.key(), core().clock().nanos()) : null;
  }

  @Override
  void ask(DirectoryKey asked) {
    key = asked;
    generation = core().directories().generation(asked);
    moment = core().attributeCache().moment();
    super.ask(asked);
  }

  @Override
  Request<LookupResult> request(InodeId directory, PartitionIndex partition) {
    // Mostly it is a file, which has no lease, and a lease request takes the slower path.
    boolean lease = !operation().isWaitedForHere();
    boolean keeps = core().attributeCache().isOn();
    return new LookupRequest(
        directory, partition, operation().caller(), name(), lease, keeps, false);
  }

  @Override
  void done(LookupResult result) {
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
      core().locations().learn(attributes.inode(), key);
      core()
          .directories()
          .keep(key, DirectoryEntry.of(result), generation, sentNanos(), result.leaseMillis());
    } else {
      core()
          .attributeCache()
          .learn(key, partition(), attributes, result.changes(), moment, moment, sentNanos());
    }
    complete(attributes);
  }
}
