package io.gigafs.server.entry;

import io.gigafs.access.Access;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.EntryResult;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.bulk.NewFiles;
import io.gigafs.protocol.namespace.MakeNodeRequest;
import io.gigafs.protocol.quota.QuotaUsage;
import io.gigafs.server.access.Inheritance;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.IdAllocator;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.server.quota.Quotas;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.EntryKey;
import io.gigafs.tablefs.FileType;
import org.jspecify.annotations.Nullable;

/** Creates entries that are not directories. Shared by single and bulk requests. */
public final class NewFile {
  /** The longest target of a symbolic link, in bytes: PATH_MAX less the NUL at its end. */
  private static final int MAX_TARGET_BYTES = 4_095;

  private final IdAllocator ids;

  public NewFile(IdAllocator ids) {
    this.ids = ids;
  }

  /**
   * Creates an empty regular file, or finds it.
   *
   * @param mode permission bits (07777)
   * @param exclusive whether an existing file is an error
   */
  public Answer<EntryResult> create(
      PartitionState partition,
      CommitBatch commitBatch,
      Caller caller,
      Name name,
      int mode,
      boolean exclusive) {
    EntryKey key = partition.keyOf(name);
    return create(partition, commitBatch, caller, key, mode, exclusive, AsAnswer.INSTANCE);
  }

  /** Creates an empty regular file, or finds it, and reports the outcome. */
  public <T> T create(
      PartitionState partition,
      CommitBatch commitBatch,
      Caller caller,
      EntryKey key,
      int mode,
      boolean exclusive,
      Outcome<T> outcome) {
    return create(
        partition, commitBatch, caller, key, mode, exclusive, 0, commitBatch.wallNanos(), outcome);
  }

  /**
   * Creates an empty regular file, or finds it, and reports the outcome.
   *
   * @param mode permission bits (07777)
   * @param exclusive whether an existing file is an error
   * @param inode its inode id, if a client has chosen it; 0 for a new one
   * @param nanos all its times, ns since the epoch
   */
  public <T> T create(
      PartitionState partition,
      CommitBatch commitBatch,
      Caller caller,
      EntryKey key,
      int mode,
      boolean exclusive,
      long inode,
      long nanos,
      Outcome<T> outcome) {
    if (!DirectoryPermissions.has(partition, caller, Access.SEARCH)) {
      return outcome.failed(ErrorCode.EACCES);
    }
    Attributes existing = commitBatch.batch().getEntry(key);
    if (existing != null) {
      ErrorCode refused = refuseExisting(existing, exclusive);
      return refused == null ? outcome.found(existing) : outcome.failed(refused);
    }
    if (partition.hasFixedName()) {
      return outcome.failed(ErrorCode.EPERM);
    }
    ErrorCode unwritable = DirectoryPermissions.refuseAdding(partition, caller);
    if (unwritable != null) {
      return outcome.failed(unwritable);
    }
    if (!partition.usage().tryPrepay(commitBatch, QuotaUsage.ENTRY)) {
      return outcome.failed(ErrorCode.EDQUOT);
    }
    long id = inode;
    if (id == 0) {
      id = ids.next(partition.slot()).value();
    } else {
      ids.checkRoom();
    }
    if (nanos == commitBatch.wallNanos()) {
      partition.emptyFileAdded(commitBatch);
    } else {
      partition.emptyFileAdded(commitBatch, nanos);
    }
    Inheritance given = Inheritance.ofFile(partition.owner(), mode, caller);
    int marks = EntryAcls.put(commitBatch.batch(), key, 0, given.acls());
    commitBatch
        .batch()
        .putEmptyFile(key, id, given.mode(), caller.uid(), given.gid(), nanos, marks);
    return outcome.made(id, given.mode(), caller.uid(), given.gid(), nanos);
  }

  /**
   * The outcome of creating a file, as numbers: callers that need no attributes object make none.
   *
   * @param <T> the result
   */
  public interface Outcome<T> {
    /**
     * An empty regular file was created.
     *
     * @param mode permission bits (07777)
     * @param nanos all its times, ns since the epoch
     */
    T made(long inode, int mode, int uid, int gid, long nanos);

    /** The file existed already, which is no error. */
    T found(Attributes existing);

    /** Nothing was done. */
    T failed(ErrorCode code);
  }

  private enum AsAnswer implements Outcome<Answer<EntryResult>> {
    INSTANCE;

    @Override
    public Answer<EntryResult> made(long inode, int mode, int uid, int gid, long nanos) {
      NewFiles files = new NewFiles(mode, uid, gid, nanos);
      return new Answer.Done<>(new EntryResult(files.attributes(inode)));
    }

    @Override
    public Answer<EntryResult> found(Attributes existing) {
      return new Answer.Done<>(WireAttributes.resultOf(existing));
    }

    @Override
    public Answer<EntryResult> failed(ErrorCode code) {
      return new Answer.Failed<>(code, "");
    }
  }

  /**
   * Attributes of an empty regular file, whose entry the caller stores. Inherited access control
   * lists have been stored already.
   *
   * @param key of a name that is free
   */
  public Attributes attributes(
      PartitionState partition, CommitBatch commitBatch, Caller caller, EntryKey key, int mode) {
    return attributes(partition, commitBatch, caller, key, mode, nextId(partition));
  }

  /** A new id for a file of a partition. */
  public InodeId nextId(PartitionState partition) {
    return ids.next(partition.slot());
  }

  /** Creates a file that has its id already. */
  public Attributes attributes(
      PartitionState partition,
      CommitBatch commitBatch,
      Caller caller,
      EntryKey key,
      int mode,
      InodeId inode) {
    long now = commitBatch.wallNanos();
    Inheritance given = Inheritance.ofFile(partition.owner(), mode, caller);
    return new Attributes(
        inode.value(),
        FileType.REGULAR,
        given.mode(),
        caller.uid(),
        given.gid(),
        0,
        1,
        now,
        now,
        now,
        0,
        EntryAcls.put(commitBatch.batch(), key, 0, given.acls()),
        now);
  }

  /** Creates a file of any type but a directory, by the rules of mknod(2) and symlink(2). */
  public Answer<EntryResult> makeNode(
      PartitionState partition, CommitBatch commitBatch, MakeNodeRequest request) {
    Caller caller = request.caller();
    FileType type = FileType.ofCode(request.type().code());
    if (type == FileType.DIRECTORY) {
      return new Answer.Failed<>(ErrorCode.EPERM, "");
    }
    if ((type == FileType.SYMLINK) != isTarget(request.target())) {
      return new Answer.Failed<>(ErrorCode.EINVAL, "a target is for symbolic links");
    }
    if (!DirectoryPermissions.has(partition, caller, Access.SEARCH)) {
      return new Answer.Failed<>(ErrorCode.EACCES, "");
    }
    EntryKey key = partition.keyOf(request.name());
    if (commitBatch.batch().getEntry(key) != null) {
      return new Answer.Failed<>(ErrorCode.EEXIST, "");
    }
    ErrorCode unwritable = DirectoryPermissions.refuseAdding(partition, caller);
    if (unwritable != null) {
      return new Answer.Failed<>(unwritable, "");
    }
    boolean isDevice = type == FileType.CHARACTER_DEVICE || type == FileType.BLOCK_DEVICE;
    if (isDevice && !isWhiteout(request) && !caller.isSuperuser()) {
      return new Answer.Failed<>(ErrorCode.EPERM, "");
    }
    if (!partition.usage().tryPrepay(commitBatch, QuotaUsage.ENTRY)) {
      return Quotas.overQuota();
    }
    boolean isLink = type == FileType.SYMLINK;
    Inheritance given =
        isLink
            ? Inheritance.ofSymlink(partition.owner(), caller)
            : Inheritance.ofFile(partition.owner(), request.mode(), caller);
    long now = commitBatch.wallNanos();
    Attributes made =
        new Attributes(
            ids.next(partition.slot()).value(),
            type,
            given.mode(),
            caller.uid(),
            given.gid(),
            request.target().length,
            1,
            now,
            now,
            now,
            isDevice ? request.device() : 0,
            EntryAcls.put(commitBatch.batch(), key, 0, given.acls()),
            now);
    commitBatch.batch().putEntry(key, made);
    if (isLink) {
      commitBatch.batch().putInline(key, request.target());
    }
    partition.entryAdded(commitBatch, made);
    return new Answer.Done<>(WireAttributes.resultOf(made));
  }

  /** A whiteout marks a name as absent; it opens no device, so any user may create one. */
  private static boolean isWhiteout(MakeNodeRequest request) {
    return request.type() == io.gigafs.protocol.FileType.CHARACTER_DEVICE && request.device() == 0;
  }

  /** Attributes of a whiteout, whose entry the caller stores. */
  public Attributes whiteout(PartitionState partition, CommitBatch commitBatch, Caller caller) {
    long now = commitBatch.wallNanos();
    return new Attributes(
        ids.next(partition.slot()).value(),
        FileType.CHARACTER_DEVICE,
        0,
        caller.uid(),
        Inheritance.ofFile(partition.owner(), 0, caller).gid(),
        0,
        1,
        now,
        now,
        now,
        0,
        0,
        now);
  }

  private static boolean isTarget(byte[] bytes) {
    return bytes.length > 0 && bytes.length <= MAX_TARGET_BYTES;
  }

  private static @Nullable ErrorCode refuseExisting(Attributes existing, boolean exclusive) {
    if (exclusive) {
      return ErrorCode.EEXIST;
    }
    if (existing.type() == FileType.SYMLINK || existing.has(Attributes.LINKED)) {
      return ErrorCode.ELOOP;
    }
    return existing.type() == FileType.DIRECTORY ? ErrorCode.EISDIR : null;
  }
}
