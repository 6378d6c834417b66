package io.gigafs.client.file;

import io.gigafs.client.FlushScope;
import io.gigafs.client.Follow;
import io.gigafs.client.OpenFile;
import io.gigafs.client.OpenOptions;
import io.gigafs.client.OpenOptions.Flag;
import io.gigafs.client.data.HandleData;
import io.gigafs.client.data.OpenFiles;
import io.gigafs.client.entry.MutationOperation;
import io.gigafs.client.lease.DelegatedFile;
import io.gigafs.client.lease.DelegatedOpening;
import io.gigafs.client.lease.OwnChange;
import io.gigafs.client.lookup.ResolvedPath;
import io.gigafs.client.path.PathUse;
import io.gigafs.client.request.ClientOperation;
import io.gigafs.client.request.DirectoryKey;
import io.gigafs.client.request.PartitionCall;
import io.gigafs.client.request.SequenceTracker;
import io.gigafs.client.session.ClientContext;
import io.gigafs.client.session.Session;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileHandle;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.file.FileData;
import io.gigafs.protocol.file.OpenRequest;
import io.gigafs.protocol.file.OpenResult;
import io.gigafs.protocol.file.OpenResult.Outcome;
import io.gigafs.protocol.quota.QuotaShortage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** open(2): at the name, or at the inode record if the file has several names. */
public final class OpenCall extends MutationOperation<OpenResult, OpenFile> {
  private static final byte[] NO_BYTES = {};

  private final ClientOperation<OpenFile> operation;
  private final OpenOptions options;
  private final OpenFiles.Opening opening;
  private @Nullable Session session;
  private long handle;

  public OpenCall(ClientContext context, ClientOperation<OpenFile> operation, OpenOptions options) {
    super(
        context,
        operation,
        useOf(options),
        options.has(Flag.NO_FOLLOW) || useOf(options) == PathUse.OPEN_EXCLUSIVELY
            ? Follow.NO
            : Follow.YES);
    this.operation = operation;
    this.options = options;
    this.opening = context.files().begin();
  }

  private static PathUse useOf(OpenOptions options) {
    if (options.has(Flag.NAMELESS)) {
      return PathUse.OPEN_EXCLUSIVELY;
    }
    if (!options.has(Flag.CREATE)) {
      return PathUse.FILE;
    }
    return options.has(Flag.EXCLUSIVE) ? PathUse.OPEN_EXCLUSIVELY : PathUse.OPEN_TO_CREATE;
  }

  /** Starts with a session. */
  public void open() {
    begin(this::begin);
  }

  /** The same, at the inode record only. */
  public void reopen(InodeId file) {
    begin(() -> new AtHome(file, false).begin());
  }

  private void begin(Runnable then) {
    if ((options.has(Flag.CREATE) && options.has(Flag.DIRECTORY))
        || (isNameless() && !options.has(Flag.WRITE))
        || (!options.has(Flag.READ) && !options.has(Flag.WRITE))) {
      operation.fail(operation.failure(ErrorCode.EINVAL, ""));
      return;
    }
    context()
        .sessions()
        .acquire(
            context(),
            acquired -> {
              session = acquired;
              handle = acquired.nextHandle();
              operation
                  .future()
                  .whenComplete(
                      (file, failure) -> {
                        if (!(file instanceof HandleFile)) {
                          acquired.release();
                        }
                      });
              then.run();
            },
            operation::fail);
  }

  private Session session() {
    if (session == null) {
      throw new IllegalStateException("nothing is opened without a session");
    }
    return session;
  }

  /** A read-only open changes no name. */
  @Override
  public List<DirectoryKey> changedNames() {
    return mayChange() && !isNameless() ? super.changedNames() : List.of();
  }

  @Override
  protected FlushScope.Extent flushedFirst() {
    return mayChange() ? FlushScope.Extent.DIRECTORY : FlushScope.Extent.NAME;
  }

  private boolean isNameless() {
    return options.has(Flag.NAMELESS);
  }

  private boolean mayChange() {
    return options.has(Flag.WRITE) || options.has(Flag.CREATE) || options.has(Flag.TRUNCATE);
  }

  @Override
  public void located(ResolvedPath found) {
    DelegatedFile made =
        options.has(Flag.CREATE) && operation.reliesOnCache() && found.namesEntry()
            ? make(found)
            : null;
    if (made == null) {
      super.located(found);
    } else {
      operation.complete(
          opened(
              found.parent().id(),
              found.name(),
              made.attributes(),
              new FileData.Inline(NO_BYTES, 0),
              false,
              QuotaShortage.NONE,
              made));
    }
  }

  private @Nullable DelegatedFile make(ResolvedPath found) {
    return context()
        .delegations()
        .make(
            context(),
            new DelegatedOpening(
                operation.target(),
                found.parent(),
                found.name(),
                operation.caller(),
                options.mode(),
                session().id(),
                handle,
                options.has(Flag.READ),
                options.has(Flag.WRITE),
                options.has(Flag.APPEND)));
  }

  @Override
  protected Request<OpenResult> request(
      InodeId directory, PartitionIndex partition, Sequence sequence) {
    return request(directory, partition, name(), sequence, true);
  }

  private Request<OpenResult> request(
      InodeId directory,
      PartitionIndex partition,
      Name name,
      Sequence sequence,
      boolean mayCreate) {
    return new OpenRequest(
        directory,
        partition,
        operation.caller(),
        sequence,
        name,
        session().id(),
        handle,
        options.has(Flag.READ),
        options.has(Flag.WRITE),
        mayCreate && (options.has(Flag.CREATE) || isNameless()),
        mayCreate && (options.has(Flag.EXCLUSIVE) || isNameless()),
        mayCreate && isNameless(),
        options.has(Flag.TRUNCATE),
        options.has(Flag.APPEND),
        options.has(Flag.DIRECTORY),
        options.mode(),
        expected());
  }

  @Override
  protected void succeeded(OpenResult result) {
    takeIn(result);
    switch (result.outcome()) {
      case OPENED -> opened(directory(), name(), result);
      case CREATED -> {
        if (isNameless()) {
          opened(result.attributes().inode(), InodeId.FILE_NAME, result);
          return;
        }
        context().delegations().changed(context(), directory(), partition());
        opened(directory(), name(), result);
      }
      case LINKED -> linked(result.attributes());
      case SYMLINK -> link();
      case DIRECTORY ->
          operation.complete(new DirectoryFile(context(), operation, result.attributes()));
    }
  }

  private void takeIn(OpenResult result) {
    OwnChange change = change();
    if (isNameless()) {
      return;
    }
    if (result.outcome() == Outcome.CREATED && change != null) {
      change.made(partition(), result.attributes(), result.changes());
    } else if (result.outcome() == Outcome.OPENED) {
      context().attributeCache().met(new DirectoryKey(directory(), name()), result.attributes());
    } else {
      context().attributeCache().met(new DirectoryKey(directory(), name()));
    }
  }

  private void linked(FileAttributes attributes) {
    if (attributes.type() == FileType.SYMLINK) {
      link();
    } else {
      new AtHome(attributes.inode(), true).begin();
    }
  }

  private void link() {
    if (follow() == Follow.YES) {
      askElsewhere();
    } else {
      ErrorCode code = options.has(Flag.DIRECTORY) ? ErrorCode.ENOTDIR : ErrorCode.ELOOP;
      operation.fail(operation.failure(code, ""));
    }
  }

  private void opened(InodeId directory, Name name, OpenResult result) {
    operation.complete(
        opened(
            directory,
            name,
            result.attributes(),
            result.data(),
            result.byOthers(),
            result.quota(),
            null));
  }

  /**
   * The open file.
   *
   * @param made if this client created it under a delegation and has yet to flush it
   */
  private HandleFile opened(
      InodeId directory,
      Name name,
      FileAttributes attributes,
      @Nullable FileData bytes,
      boolean byOthers,
      QuotaShortage quota,
      @Nullable DelegatedFile made) {
    FileHandle id = new FileHandle(attributes.inode(), session().id(), handle);
    Handle opened =
        new Handle(id, session(), operation.caller(), operation.target(), directory, name, made);
    boolean writes = options.has(Flag.WRITE);
    HandleData data =
        context()
            .files()
            .opened(
                opening,
                attributes.inode(),
                new HandleCalls(context(), opened, !options.has(Flag.NO_ACCESS_TIME)),
                operation.caller(),
                writes,
                options.has(Flag.TRUNCATE),
                bytes,
                attributes,
                byOthers,
                quota);
    return new HandleFile(
        context(),
        opened,
        options.has(Flag.READ),
        writes,
        data,
        context().files().withBacklog(attributes),
        byOthers || context().files().hasUploadedSince(attributes.inode(), opening.nanos()));
  }

  /** Opens a file with several names at its inode record. */
  private final class AtHome extends PartitionCall<OpenResult> implements SequenceTracker.Numbered {
    private final InodeId file;
    private final boolean hasName;
    private long number;

    /**
     * @param hasName whether there is a name to look up again
     */
    AtHome(InodeId file, boolean hasName) {
      super(OpenCall.this.context(), operation);
      this.file = file;
      this.hasName = hasName;
    }

    void begin() {
      OpenCall.this.context().attributeCache().forget(file);
      context().sequences().begin(1, this);
    }

    @Override
    public void numbered(long first) {
      number = first;
      start(file, InodeId.FILE_NAME.hash());
    }

    @Override
    protected Request<OpenResult> request(InodeId directory, PartitionIndex partition) {
      Sequence sequence = new Sequence(number, context().sequences().confirmed());
      return OpenCall.this.request(directory, partition, InodeId.FILE_NAME, sequence, false);
    }

    @Override
    protected void done(OpenResult result) {
      context().sequences().finish(number, 1);
      if (result.outcome() == Outcome.OPENED) {
        opened(file, InodeId.FILE_NAME, result);
      } else {
        operation.fail(operation.failure(ErrorCode.EIO, "the inode record refers elsewhere"));
      }
    }

    /** The name may have been removed since the lookup, and may belong to another file now. */
    @Override
    protected void failed(GigaException failure) {
      context().sequences().finish(number, 1);
      if (hasName && failure.code() == ErrorCode.ESTALE) {
        beginAnewLater();
      } else {
        operation.fail(failure);
      }
    }
  }
}
