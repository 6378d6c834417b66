package io.gigafs.client.lookup;

import io.gigafs.client.DirectoryTarget.DirectoryInode;
import io.gigafs.client.Target;
import io.gigafs.client.Target.EntryTarget;
import io.gigafs.client.lease.DirectoryEntry;
import io.gigafs.client.path.PathUse;
import io.gigafs.client.path.PathWalk.Last;
import io.gigafs.client.request.ClientOperation;
import io.gigafs.client.request.DirectoryKey;
import io.gigafs.client.session.ClientContext;
import io.gigafs.index.InodeId;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The resolution of a directory that is named by its inode id, or of a name in it. Used by one
 * thread at a time.
 *
 * <p>Names of the directory are requested by its id, wherever it is. Its entry, which has the
 * permissions, is looked up where it was last seen, if a lease or a lookup says that the name still
 * leads to it; otherwise {@link DirectoryFinder} asks the servers where it is now. The parents are
 * resolved upwards in the same way, because a user may not act below a directory that it may not
 * search. The superuser may, so its targets skip the parents.
 */
final class InodeResolver extends OperationResolver {
  private final PathUse use;
  private final Caller caller;

  /** The directory that the target names. */
  private final InodeId directory;

  /** The name in it; null if the target is the directory itself. */
  private final @Nullable EntryTarget entry;

  /** The directory whose entry is needed next. */
  private InodeId at;

  /** Where it was last seen. */
  private DirectoryKey key = new DirectoryKey(InodeId.SUPER_ROOT, InodeId.ROOT_NAME);

  /** The entry of the target's directory and its location, once known. */
  private @Nullable DirectoryEntry base;

  private DirectoryKey baseKey = key;
  private boolean isDone;
  private boolean isLost;
  private @Nullable ErrorCode refusal;
  private int failures;

  InodeResolver(
      ClientContext context,
      ClientOperation<?> operation,
      Target target,
      PathUse use,
      Resolution then) {
    super(context, operation, target, then);
    this.use = use;
    this.caller = operation.caller();
    this.entry = target instanceof EntryTarget named ? named : null;
    this.directory = entry == null ? ((DirectoryInode) target).inode() : entry.directory();
    this.at = directory;
  }

  /** The caller, who named the directory, follows links. */
  @Override
  public void follow(byte[] target) {
    unresolved(operation().failure(target(), ErrorCode.ELOOP, "a symbolic link"));
  }

  @Override
  boolean goByCache() {
    while (!isDone && !isLost) {
      DirectoryKey seen = context().locations().of(at);
      if (seen == null) {
        isLost = true;
        return true;
      }
      key = seen;
      DirectoryEntry cached = context().cached(operation(), key);
      if (cached == null) {
        return false;
      }
      found(cached);
    }
    return true;
  }

  @Override
  DirectoryKey wanted() {
    return key;
  }

  @Override
  void found(DirectoryEntry found) {
    if (!found.id().equals(at)) {
      isLost = true;
      return;
    }
    if (base == null) {
      base = found;
      baseKey = key;
    }
    boolean isActedBelow = entry != null || !found.id().equals(directory);
    if (isActedBelow && !found.allowsSearch(caller)) {
      refusal = ErrorCode.EACCES;
      isDone = true;
    } else if (caller.isSuperuser() || at.equals(InodeId.ROOT)) {
      isDone = true;
    } else {
      at = key.parent();
    }
  }

  @Override
  void foundLink(byte[] target) {
    isLost = true;
  }

  @Override
  void foundOther() {
    isLost = true;
  }

  /** The name or its directory may be gone; or permission to search no longer matters. */
  @Override
  void notFound(GigaException failure) {
    switch (failure.code()) {
      case ENOENT, ESTALE -> find();
      case EACCES ->
          new DirectoryFinder(context(), operation(), at, new Finding())
              .beginUnlessIn(key.parent());
      default -> unresolved(failure);
    }
  }

  @Override
  void report() {
    if (isLost) {
      find();
    } else if (refusal != null) {
      refuse(refusal);
    } else {
      reportPlace();
    }
  }

  private void reportPlace() {
    DirectoryEntry start = base;
    if (start == null) {
      throw new IllegalStateException("the directory was not found");
    }
    ResolvedPath place =
        entry == null
            ? new ResolvedPath(
                DirectoryEntry.unknown(baseKey.parent()),
                baseKey.name(),
                Last.SELF,
                false,
                start,
                this)
            : new ResolvedPath(start, entry.name(), Last.NAME, false, null, this);
    ErrorCode refused = use.refusal(place.last(), false);
    if (refused == null) {
      resolved(place);
    } else {
      refuse(refused);
    }
  }

  private void refuse(ErrorCode code) {
    unresolved(operation().failure(target(), code, ""));
  }

  private void find() {
    new DirectoryFinder(context(), operation(), at, new Finding()).begin();
  }

  /** Handles the result of asking servers where the directory is. */
  private final class Finding implements DirectoryFinder.Found {
    @Override
    public void found(DirectoryKey now) {
      context().locations().learn(at, now);
      isLost = false;
      if (failures == 0) {
        failures++;
        proceed();
      } else {
        moved();
      }
    }

    /** The caller may not search that directory. */
    @Override
    public void stayed() {
      refuse(ErrorCode.EACCES);
    }

    /** It moves during the search. */
    @Override
    public void moved() {
      failures++;
      long delayMillis = context().pauseMillis(failures);
      long end = context().clock().nanos() + TimeUnit.MILLISECONDS.toNanos(delayMillis);
      if (operation().deadlineNanos() - end <= 0) {
        unresolved(operation().failure(target(), ErrorCode.EIO, "the directory moved in each try"));
      } else {
        context().pauses().after(delayMillis, InodeResolver.this::goOnAgain);
      }
    }

    @Override
    public void gone(GigaException failure) {
      refuse(ErrorCode.ENOENT);
    }

    @Override
    public void notFound(GigaException failure) {
      unresolved(failure);
    }
  }

  private void goOnAgain() {
    isLost = false;
    try {
      proceed();
    } catch (RuntimeException | Error e) {
      broke(e);
    }
  }
}
