package io.gigafs.server.namespace;

import io.gigafs.access.Acl;
import io.gigafs.access.AclXattr;
import io.gigafs.access.DirectoryAcls;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.EntryResult;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.RequestDigest;
import io.gigafs.protocol.namespace.SetXattrRequest;
import io.gigafs.protocol.namespace.Xattr.XattrMode;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.access.InodeFlags;
import io.gigafs.server.access.XattrName;
import io.gigafs.server.access.XattrName.Namespace;
import io.gigafs.server.access.XattrRules;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.entry.Admission;
import io.gigafs.server.entry.EntryAcls;
import io.gigafs.server.entry.NamedFile;
import io.gigafs.server.entry.WireAttributes;
import io.gigafs.server.entry.XattrRows;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.PartitionOperation;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.server.transaction.DirectoryChange;
import io.gigafs.server.transaction.DirectoryChangeIntent;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.Batch;
import io.gigafs.tablefs.EntryKey;
import io.gigafs.tablefs.FileType;
import org.jspecify.annotations.Nullable;

/**
 * Sets or removes an extended attribute: a file's at once, a directory's by a {@link
 * DirectoryChange}, as its partitions have its ctime and copies of its access control lists.
 */
final class SetXattrOperation implements PartitionOperation<SetXattrRequest, EntryResult> {
  private final ServerContext context;

  SetXattrOperation(ServerContext context) {
    this.context = context;
  }

  @Override
  public Decision decide(
      SetXattrRequest request,
      Exchange<EntryResult> exchange,
      PartitionState partition,
      CommitBatch commitBatch) {
    @Nullable Decision decided = Admission.toChange(request, exchange, partition, commitBatch);
    if (decided != null) {
      return decided;
    }
    Attributes old = commitBatch.batch().getEntry(partition.keyOf(request.name()));
    @Nullable XattrName name = XattrName.parse(request.xattr());
    @Nullable ErrorCode refused = refuse(request, exchange.peer().clientId(), partition, old, name);
    if (refused != null || old == null || name == null) {
      fail(refused == null ? ErrorCode.EIO : refused, request, exchange, partition, commitBatch);
    } else {
      change(new Change(request, exchange, partition, commitBatch, old, name));
    }
    return Decision.TAKEN;
  }

  /** Errors that are reported before the caller's permission is checked. */
  private static @Nullable ErrorCode refuse(
      SetXattrRequest request,
      long client,
      PartitionState partition,
      @Nullable Attributes old,
      @Nullable XattrName name) {
    byte[] value = request.value();
    @Nullable ErrorCode refused = XattrName.refuse(request.xattr());
    if (refused == null && value != null) {
      refused = XattrRules.refuseValue(value);
    }
    if (refused == null) {
      refused = NamedFile.refuse(request, client, partition, old);
    }
    if (refused == null && name == null) {
      refused = ErrorCode.EOPNOTSUPP;
    }
    return refused == null && name != null && name.isAcl() && value != null
        ? XattrRules.refuseAcl(value)
        : refused;
  }

  private static void fail(
      ErrorCode code,
      SetXattrRequest request,
      Exchange<EntryResult> exchange,
      PartitionState partition,
      CommitBatch commitBatch) {
    commitBatch.settle(partition, request, exchange, new Answer.Failed<>(code, ""));
  }

  private void change(Change change) {
    @Nullable ErrorCode refused = change.refuse();
    if (refused != null) {
      fail(refused, change.request, change.exchange, change.partition, change.commitBatch);
    } else if (change.name.isAcl()) {
      changeAcl(change);
    } else {
      make(change, change.old, change.acls(), change.xattr(), false);
    }
  }

  private void changeAcl(Change change) {
    boolean isAccess = change.name.namespace() == Namespace.ACCESS_ACL;
    Acl acl = change.acl();
    DirectoryAcls before = change.acls();
    if (acl == null && (isAccess ? before.access() : before.inherited()) == null) {
      // Removing an access control list that does not exist is no error.
      change.settle(change.old);
      return;
    }
    DirectoryAcls after =
        isAccess
            ? new DirectoryAcls(acl == null ? null : acl.besideMode(), before.inherited())
            : new DirectoryAcls(before.access(), acl);
    Attributes changed = change.old;
    if (isAccess && acl != null) {
      changed = changed.withMode(XattrRules.modeUnder(acl, changed, change.caller()));
    }
    make(change, changed, after, null, isAccess);
  }

  /** Applies a permitted change. */
  private void make(
      Change change,
      Attributes changed,
      DirectoryAcls acls,
      DirectoryChangeIntent.@Nullable XattrChange xattr,
      boolean recallsLeases) {
    Attributes now = changed.withChanged(change.commitBatch.wallNanos());
    if (now.type() == FileType.DIRECTORY) {
      DirectoryChangeIntent intent =
          new DirectoryChangeIntent(
              change.partition.directory(),
              change.partition.index(),
              change.request.name(),
              now,
              acls,
              xattr,
              false,
              false,
              change.exchange.peer().clientId(),
              change.request.sequence(),
              RequestDigest.of(change.request));
      DirectoryChange.begin(
          context, change.partition, intent, change.exchange, recallsLeases, change.commitBatch);
      return;
    }
    int marks = EntryAcls.put(change.batch, change.key, now.marks(), acls);
    if (xattr != null) {
      marks = XattrRows.put(change.batch, change.key, marks, xattr.name(), xattr.value());
    }
    change.put(now.withMarks(marks));
  }

  /** A change of an existing file. */
  private static final class Change {
    private final SetXattrRequest request;
    private final Exchange<EntryResult> exchange;
    private final PartitionState partition;
    private final CommitBatch commitBatch;
    private final Batch batch;
    private final EntryKey key;
    private final Attributes old;
    private final XattrName name;
    private final byte @Nullable [] value;

    Change(
        SetXattrRequest request,
        Exchange<EntryResult> exchange,
        PartitionState partition,
        CommitBatch commitBatch,
        Attributes old,
        XattrName name) {
      this.request = request;
      this.exchange = exchange;
      this.partition = partition;
      this.commitBatch = commitBatch;
      this.batch = commitBatch.batch();
      this.key = partition.keyOf(request.name());
      this.old = old;
      this.name = name;
      this.value = request.value();
    }

    Caller caller() {
      return request.caller();
    }

    DirectoryAcls acls() {
      return EntryAcls.of(batch, key, old);
    }

    /** The access control list to set, null to remove it. */
    @Nullable Acl acl() {
      return value == null ? null : AclXattr.decode(value);
    }

    DirectoryChangeIntent.XattrChange xattr() {
      return new DirectoryChangeIntent.XattrChange(name, value);
    }

    @Nullable ErrorCode refuse() {
      if (InodeFlags.isProtected(old) && !isDropped()) {
        return ErrorCode.EPERM;
      }
      Acl accessAcl = EntryAcls.accessOf(batch, key, old);
      boolean removes = name.isAcl() ? acl() == null : value == null;
      @Nullable ErrorCode refused =
          XattrRules.refuseWrite(name, removes, old, accessAcl, request.caller());
      return refused == null && !name.isAcl() ? refuseByWhatIsThere() : refused;
    }

    /** Whether the request removes the capability, which the first append does. */
    private boolean isDropped() {
      return !InodeFlags.isImmutable(old) && value == null && name.equals(XattrName.CAPABILITY);
    }

    private @Nullable ErrorCode refuseByWhatIsThere() {
      boolean isThere = XattrRows.has(batch, key, old, name);
      if (value == null || request.mode() == XattrMode.REPLACE) {
        if (!isThere) {
          return ErrorCode.ENODATA;
        }
      } else if (isThere && request.mode() == XattrMode.CREATE) {
        return ErrorCode.EEXIST;
      }
      return value == null || XattrRows.fits(batch, key, old, name, value)
          ? null
          : ErrorCode.ENOSPC;
    }

    void put(Attributes changed) {
      batch.putEntry(key, changed);
      partition.entryChanged(commitBatch, old, changed);
      settle(changed);
    }

    void settle(Attributes attributes) {
      commitBatch.settle(
          partition, request, exchange, new Answer.Done<>(WireAttributes.resultOf(attributes)));
    }
  }
}
