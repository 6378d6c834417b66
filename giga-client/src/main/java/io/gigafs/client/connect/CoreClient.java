package io.gigafs.client.connect;

import io.gigafs.client.AsyncAdminClient;
import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.BulkOutcome;
import io.gigafs.client.ClientStatistics;
import io.gigafs.client.ClusterSpace;
import io.gigafs.client.ContentSum;
import io.gigafs.client.DataCacheSettings;
import io.gigafs.client.DirectoryTarget;
import io.gigafs.client.ExposedFile;
import io.gigafs.client.FileContents;
import io.gigafs.client.FlushScope;
import io.gigafs.client.Follow;
import io.gigafs.client.GigaPath;
import io.gigafs.client.Listing;
import io.gigafs.client.OpenDirectory;
import io.gigafs.client.OpenFile;
import io.gigafs.client.OpenOptions;
import io.gigafs.client.Quota;
import io.gigafs.client.Target;
import io.gigafs.client.bulk.BulkCreate;
import io.gigafs.client.bulk.BulkRead;
import io.gigafs.client.bulk.BulkWork;
import io.gigafs.client.bulk.BulkWrite;
import io.gigafs.client.data.DataCache;
import io.gigafs.client.data.WriteBack;
import io.gigafs.client.entry.CheckAccess;
import io.gigafs.client.entry.CreateFile;
import io.gigafs.client.entry.DirectoryBulkOperation;
import io.gigafs.client.entry.ExposeFile;
import io.gigafs.client.entry.FindObject;
import io.gigafs.client.entry.FindParent;
import io.gigafs.client.entry.GetXattrs;
import io.gigafs.client.entry.Link;
import io.gigafs.client.entry.LinkOpenFile;
import io.gigafs.client.entry.LookUp;
import io.gigafs.client.entry.MakeDirectory;
import io.gigafs.client.entry.MakeNode;
import io.gigafs.client.entry.ReadLink;
import io.gigafs.client.entry.RemoveDirectory;
import io.gigafs.client.entry.Rename;
import io.gigafs.client.entry.SetAttributes;
import io.gigafs.client.entry.SetXattr;
import io.gigafs.client.entry.Stat;
import io.gigafs.client.entry.Unlink;
import io.gigafs.client.entry.WriteFile;
import io.gigafs.client.file.HandleFile;
import io.gigafs.client.file.OpenCall;
import io.gigafs.client.file.ReadFile;
import io.gigafs.client.path.PathText;
import io.gigafs.client.request.ClientOperation;
import io.gigafs.client.request.EndpointCall;
import io.gigafs.client.request.ProgramCall;
import io.gigafs.client.session.ClientContext;
import io.gigafs.client.tree.GetQuota;
import io.gigafs.client.tree.ListableDirectory;
import io.gigafs.client.tree.SetQuota;
import io.gigafs.client.tree.StartListing;
import io.gigafs.client.tree.SumContent;
import io.gigafs.cluster.ClusterView;
import io.gigafs.concurrent.CallDeadline;
import io.gigafs.concurrent.Futures;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.NameList;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.bulk.CreateRequest;
import io.gigafs.protocol.bulk.RestoreEntriesRequest;
import io.gigafs.protocol.bulk.RestoredEntry;
import io.gigafs.protocol.cluster.ClusterViewRequest;
import io.gigafs.protocol.file.FileData;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.protocol.namespace.RenameMode;
import io.gigafs.protocol.namespace.Xattr;
import io.gigafs.protocol.namespace.Xattr.XattrMode;
import io.gigafs.protocol.quota.QuotaUsage;
import io.gigafs.volume.Volume.DataBlock;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The client: starts operations, each with its own object, over a shared {@link ClientContext}. It
 * has no thread: work runs in the caller's thread, and where an answer arrives or a timer fires.
 * Safe for use by several threads.
 */
final class CoreClient implements AsyncGigaClient {
  private final ClientContext context;
  private final Caller caller;
  private final boolean waits;
  private final DirtyDataBarrier own;

  CoreClient(ClientContext context, Caller caller) {
    this(context, caller, false);
  }

  private CoreClient(ClientContext context, Caller caller, boolean waits) {
    this.context = context;
    this.waits = waits;
    this.own = new DirtyDataBarrier(context.files());
    this.caller = caller;
  }

  @Override
  public AsyncGigaClient as(Caller other) {
    return new CoreClient(context, other, waits);
  }

  @Override
  public AsyncGigaClient waiting() {
    return new CoreClient(context, caller, true);
  }

  @Override
  public AsyncAdminClient admin() {
    return new CoreAdminClient(context, caller);
  }

  @Override
  public CompletableFuture<FileAttributes> stat(Target target) {
    return stat(target, Follow.YES);
  }

  @Override
  public CompletableFuture<FileAttributes> stat(Target target, Follow follow) {
    return context.files().mayHaveUnflushed()
        ? call("stat", target, () -> own.stat(() -> lookUp(target, follow)))
        : lookUp(target, follow);
  }

  private CompletableFuture<FileAttributes> lookUp(Target target, Follow follow) {
    ClientOperation<FileAttributes> operation = admit("stat", target);
    new Stat(context, operation, follow).begin();
    return operation.future();
  }

  @Override
  public CompletableFuture<FileAttributes> lookUp(Target target) {
    return context.files().mayHaveUnflushed()
        ? call("look up", target, () -> own.stat(() -> begin(target)))
        : begin(target);
  }

  private CompletableFuture<FileAttributes> begin(Target target) {
    ClientOperation<FileAttributes> operation = admit("look up", target);
    new LookUp(context, operation).begin();
    return operation.future();
  }

  @Override
  public CompletableFuture<FileAttributes> create(Target target, int mode, boolean exclusive) {
    ClientOperation<FileAttributes> operation = admit("create", target);
    new CreateFile(context, operation, mode, exclusive).begin();
    return operation.future();
  }

  @Override
  public CompletableFuture<List<BulkOutcome>> createAll(
      DirectoryTarget directory, List<Name> names, int mode, boolean exclusive) {
    ClientOperation<List<BulkOutcome>> operation = admit("create files", directory);
    if (names.isEmpty()) {
      operation.complete(List.of());
    } else {
      List<Name> all = List.copyOf(names);
      BulkWork work =
          (into, partition, as, confirmed, numbers, places) ->
              new CreateRequest(
                  into,
                  partition,
                  as,
                  confirmed,
                  numbers,
                  NameList.of(Arrays.stream(places).mapToObj(all::get).toList()),
                  null,
                  mode,
                  exclusive,
                  false);
      new DirectoryBulkOperation<>(
              context, operation, new BulkCreate(context, operation, all, work))
          .begin();
    }
    return operation.future();
  }

  @Override
  public CompletableFuture<List<BulkOutcome>> restoreAll(
      DirectoryTarget directory, List<RestoredEntry> entries) {
    ClientOperation<List<BulkOutcome>> operation = admit("restore entries", directory);
    if (entries.isEmpty()) {
      operation.complete(List.of());
    } else {
      List<RestoredEntry> all = List.copyOf(entries);
      BulkWork work =
          (into, partition, as, confirmed, numbers, places) ->
              new RestoreEntriesRequest(
                  into,
                  partition,
                  as,
                  confirmed,
                  numbers,
                  Arrays.stream(places).mapToObj(all::get).toList());
      List<Name> names = all.stream().map(RestoredEntry::name).toList();
      new DirectoryBulkOperation<>(
              context, operation, new BulkCreate(context, operation, names, work))
          .begin();
    }
    return operation.future();
  }

  @Override
  public CompletableFuture<List<BulkOutcome>> writeAll(
      DirectoryTarget directory, List<Name> names, List<byte[]> contents, int mode, boolean sync) {
    if (names.size() != contents.size()) {
      throw new IllegalArgumentException(
          names.size() + " names do not go with " + contents.size() + " contents");
    }
    List<Name> all = List.copyOf(names);
    List<byte[]> bytes = List.copyOf(contents);
    return call("write files", directory, () -> writeFiles(directory, all, bytes, mode, sync));
  }

  private CompletableFuture<List<BulkOutcome>> writeFiles(
      DirectoryTarget directory, List<Name> all, List<byte[]> bytes, int mode, boolean sync) {
    ClientOperation<List<BulkOutcome>> operation = admit("write files", directory);
    if (all.isEmpty()) {
      operation.complete(List.of());
      return operation.future();
    }
    new DirectoryBulkOperation<>(
            context,
            operation,
            new BulkCreate(context, operation, all, new BulkWrite(all, bytes, mode, sync)))
        .begin();
    return Futures.then(
        operation.future(),
        written ->
            Leftovers.of(
                written,
                outcome -> outcome.error() == ErrorCode.EOPNOTSUPP,
                i -> writeOpened(directory.child(all.get(i)), mode, bytes.get(i), sync),
                attributes -> new BulkOutcome(attributes.inode(), null),
                error -> new BulkOutcome(null, error)));
  }

  @Override
  public CompletableFuture<List<FileContents>> readAll(
      DirectoryTarget directory, List<Name> names) {
    List<Name> all = List.copyOf(names);
    return call("read files", directory, () -> own.beforeAll(() -> readFiles(directory, all)));
  }

  private CompletableFuture<List<FileContents>> readFiles(
      DirectoryTarget directory, List<Name> all) {
    ClientOperation<List<FileContents>> operation = admit("read files", directory);
    if (all.isEmpty()) {
      operation.complete(List.of());
      return operation.future();
    }
    new DirectoryBulkOperation<>(context, operation, new BulkRead(context, operation, all)).begin();
    return Futures.then(
        operation.future(),
        read ->
            Leftovers.of(
                read,
                FileContents::isToBeReadAlone,
                i -> readFile(directory.child(all.get(i))),
                FileContents::of,
                FileContents::of));
  }

  @Override
  public CompletableFuture<FileAttributes> makeDirectory(Target target, int mode) {
    ClientOperation<FileAttributes> operation = admit("make directory", target);
    new MakeDirectory(context, operation, mode).begin();
    return operation.future();
  }

  @Override
  public CompletableFuture<FileAttributes> setAttributes(Target target, AttributeChange change) {
    return setAttributes(target, change, Follow.YES);
  }

  @Override
  public CompletableFuture<FileAttributes> setAttributes(
      Target target, AttributeChange change, Follow follow) {
    return own.change(
        change,
        context.files().mayHaveUnflushed()
            ? call(
                "set attributes",
                target,
                () ->
                    own.before(() -> lookUp(target, follow), () -> change(target, change, follow)))
            : change(target, change, follow));
  }

  private CompletableFuture<FileAttributes> change(
      Target target, AttributeChange change, Follow follow) {
    ClientOperation<FileAttributes> operation = admit("set attributes", target);
    new SetAttributes(context, operation, change, follow).begin();
    return operation.future();
  }

  @Override
  public CompletableFuture<Void> unlink(Target target) {
    ClientOperation<Void> operation = admit("unlink", target);
    new Unlink(context, operation).begin();
    return operation.future();
  }

  @Override
  public CompletableFuture<Void> removeDirectory(Target target) {
    ClientOperation<Void> operation = admit("remove directory", target);
    new RemoveDirectory(context, operation).begin();
    return operation.future();
  }

  @Override
  public CompletableFuture<Listing> list(DirectoryTarget directory, boolean attributes) {
    return attributes
        ? call("list", directory, () -> own.beforeListing(() -> begin(directory, true)))
        : begin(directory, false);
  }

  private CompletableFuture<Listing> begin(DirectoryTarget directory, boolean attributes) {
    ClientOperation<Listing> operation = admit("list", directory);
    new StartListing<Listing>(context, operation, attributes, (listed, first) -> first).begin();
    return operation.future();
  }

  @Override
  public CompletableFuture<OpenDirectory> openDirectory(
      DirectoryTarget directory, boolean attributes) {
    ClientOperation<OpenDirectory> operation = admit("open directory", directory);
    new StartListing<>(
            context,
            operation,
            attributes,
            (listed, first) -> new ListableDirectory(context, listed, first))
        .begin();
    return operation.future();
  }

  @Override
  public CompletableFuture<Void> access(Target target, int wanted, Follow follow) {
    ClientOperation<Void> operation = admit("access", target);
    new CheckAccess(context, operation, wanted, follow).begin();
    return operation.future();
  }

  @Override
  public CompletableFuture<InodeId> parentOf(InodeId directory) {
    ClientOperation<InodeId> operation =
        admit("find the directory above", DirectoryTarget.of(directory));
    new FindParent(context, operation).begin();
    return operation.future();
  }

  @Override
  public int partitionsOf(InodeId directory) {
    return context.maps().of(directory).size();
  }

  @Override
  public Target named(Target target) {
    return context.locations().named(target);
  }

  @Override
  public CompletableFuture<Void> rename(Target from, Target to, RenameMode mode) {
    ClientOperation<Void> operation = admit("rename", from);
    new Rename(context, operation, to, mode).begin();
    return operation.future();
  }

  @Override
  public CompletableFuture<FileAttributes> link(Target existing, Target name, Follow follow) {
    return call(
        "link",
        existing,
        () -> {
          ClientOperation<FileAttributes> operation = admit("link", existing);
          new Link(context, operation, name, follow).begin();
          return own.with(operation.future(), () -> lookUp(name, Follow.NO));
        });
  }

  @Override
  public CompletableFuture<FileAttributes> link(OpenFile file, Target name) {
    ClientOperation<FileAttributes> operation = admit("link", name);
    new LinkOpenFile(context, operation, file.inode()).begin();
    return operation.future();
  }

  @Override
  public CompletableFuture<FileAttributes> symlink(byte[] text, Target name) {
    ClientOperation<FileAttributes> operation = admit("make link", name);
    ErrorCode problem = PathText.problemOf(text);
    if (problem != null) {
      return refuse(operation, problem, "the link's target");
    }
    new MakeNode(context, operation, FileType.SYMLINK, 0, 0, text.clone()).begin();
    return operation.future();
  }

  @Override
  public CompletableFuture<byte[]> readLink(Target target) {
    ClientOperation<byte[]> operation = admit("read link", target);
    new ReadLink(context, operation).begin();
    return operation.future();
  }

  @Override
  public CompletableFuture<FileAttributes> makeNode(
      Target target, FileType type, int mode, long device) {
    ClientOperation<FileAttributes> operation = admit("make node", target);
    if (type == FileType.DIRECTORY) {
      return refuse(operation, ErrorCode.EPERM, "directories are made by mkdir");
    }
    if (type == FileType.SYMLINK) {
      return refuse(operation, ErrorCode.EINVAL, "symbolic links are made by symlink");
    }
    new MakeNode(context, operation, type, mode, device, new byte[0]).begin();
    return operation.future();
  }

  @Override
  public CompletableFuture<byte[]> getXattr(Target target, String name, Follow follow) {
    ClientOperation<byte[]> operation = admit("get extended attribute " + name, target);
    new GetXattrs<>(context, operation, follow, name, found -> found.get(0).value()).begin();
    return operation.future();
  }

  @Override
  public CompletableFuture<List<Xattr>> listXattrs(Target target, Follow follow) {
    ClientOperation<List<Xattr>> operation = admit("list extended attributes", target);
    new GetXattrs<>(context, operation, follow, null, found -> found).begin();
    return operation.future();
  }

  @Override
  public CompletableFuture<Void> setXattr(
      Target target, Xattr xattr, XattrMode mode, Follow follow) {
    ClientOperation<Void> operation = admit("set extended attribute " + xattr.name(), target);
    if (xattr.value().length > Xattr.MAX_VALUE_BYTES) {
      operation.fail(operation.failure(ErrorCode.E2BIG, ""));
      return operation.future();
    }
    new SetXattr(context, operation, follow, xattr.name(), xattr.value(), mode).begin();
    return operation.future();
  }

  @Override
  public CompletableFuture<Void> removeXattr(Target target, String name, Follow follow) {
    ClientOperation<Void> operation = admit("remove extended attribute " + name, target);
    new SetXattr(context, operation, follow, name, null, XattrMode.SET).begin();
    return operation.future();
  }

  @Override
  public CompletableFuture<OpenFile> open(Target target, OpenOptions options) {
    // Earlier writes must be flushed before the file is truncated.
    return call(
        "open",
        target,
        () ->
            options.has(OpenOptions.Flag.TRUNCATE)
                ? own.before(() -> lookUp(target, Follow.YES), () -> begin(target, options))
                : begin(target, options));
  }

  private CompletableFuture<OpenFile> begin(Target target, OpenOptions options) {
    ClientOperation<OpenFile> operation = admit("open", target);
    new OpenCall(context, operation, options).open();
    return operation.future();
  }

  @Override
  public CompletableFuture<OpenFile> reopen(OpenFile file, OpenOptions options) {
    InodeId inode = file.inode();
    return options.has(OpenOptions.Flag.TRUNCATE)
        ? Futures.then(context.files().flush(inode), flushed -> reopen(inode, options))
        : reopen(inode, options);
  }

  /** Opens a file by its inode record. */
  CompletableFuture<OpenFile> reopen(InodeId inode, OpenOptions options) {
    return call(
        "open again",
        GigaPath.ROOT,
        () -> {
          ClientOperation<OpenFile> operation = admit("open again", GigaPath.ROOT);
          new OpenCall(context, operation, options).reopen(inode);
          return operation.future();
        });
  }

  @Override
  public CompletableFuture<byte[]> readFile(Target target) {
    return call(
        "read",
        target,
        () ->
            own.before(
                () -> lookUp(target, Follow.YES),
                () -> {
                  ClientOperation<byte[]> operation = admit("read", target);
                  new ReadFile(context, operation).begin();
                  return operation.future();
                }));
  }

  @Override
  public CompletableFuture<Optional<Integer>> keptChecksum(Target target) {
    return call(
        "checksum",
        target,
        () ->
            own.before(
                () -> lookUp(target, Follow.YES),
                () -> {
                  ClientOperation<Optional<FileData.Stored>> operation = admit("checksum", target);
                  new FindObject(context, operation).begin();
                  return Futures.then(
                      operation.future(),
                      found -> CompletableFuture.completedFuture(found.map(FileData.Stored::crc)));
                }));
  }

  @Override
  public CompletableFuture<List<DataBlock>> blocks(Target target, long size) {
    if (size <= context.views().current().settings().mostInlineBytes()
        || !context.blocks().areKnown()) {
      return CompletableFuture.completedFuture(List.of());
    }
    return call(
        "find blocks",
        target,
        () -> {
          ClientOperation<Optional<FileData.Stored>> operation = admit("find blocks", target);
          new FindObject(context, operation).begin();
          return Futures.then(
              operation.future(),
              found ->
                  found.isEmpty()
                      ? CompletableFuture.completedFuture(List.of())
                      : context.blocks().of(found.get().location()));
        });
  }

  @Override
  public CompletableFuture<FileAttributes> writeFile(
      Target target, int mode, byte[] bytes, boolean sync) {
    return call("write", target, () -> writeWhole(target, mode, bytes, sync));
  }

  private CompletableFuture<FileAttributes> writeWhole(
      Target target, int mode, byte[] bytes, boolean sync) {
    if (bytes.length > context.files().mostInlineBytes()) {
      return writeOpened(target, mode, bytes, sync);
    }
    // Outstanding writes of this client mean that the file is open; then the one-request write does
    // not apply.
    ClientOperation<Optional<FileAttributes>> operation = admit("write", target);
    new WriteFile(context, operation, mode, bytes, sync).begin();
    return Futures.then(
        operation.future(),
        written ->
            written.isPresent()
                ? CompletableFuture.completedFuture(written.get())
                : writeOpened(target, mode, bytes, sync));
  }

  private CompletableFuture<FileAttributes> writeOpened(
      Target target, int mode, byte[] bytes, boolean sync) {
    OpenOptions options =
        OpenOptions.of(OpenOptions.Flag.WRITE, OpenOptions.Flag.CREATE, OpenOptions.Flag.TRUNCATE)
            .withMode(mode);
    return Futures.then(
        open(target, options),
        file ->
            file instanceof HandleFile opened
                ? write(opened, bytes, sync)
                : CompletableFuture.failedFuture(ErrorCode.EISDIR.exception(target.toString())));
  }

  private static CompletableFuture<FileAttributes> write(
      HandleFile file, byte[] bytes, boolean sync) {
    CompletableFuture<Void> written = file.write(0, ByteBuffer.wrap(bytes));
    return Futures.then(
        Futures.andThen(
            written,
            failure ->
                failure == null ? CompletableFuture.completedFuture(null) : file.closeAsync()),
        done -> file.finish(sync));
  }

  @Override
  public CompletableFuture<Optional<ExposedFile>> expose(Target target) {
    return call(
        "expose",
        target,
        () ->
            own.before(
                () -> lookUp(target, Follow.YES),
                () -> {
                  ClientOperation<Optional<ExposedFile>> operation = admit("expose", target);
                  new ExposeFile(context, operation).begin();
                  return operation.future();
                }));
  }

  @Override
  public CompletableFuture<Void> setQuota(
      DirectoryTarget directory, long maxEntries, long maxBytes) {
    ClientOperation<Void> operation = admit("set quota", directory);
    if (maxEntries < 0 || maxBytes < 0) {
      operation.fail(operation.failure(ErrorCode.EINVAL, "limits are 0 or more"));
      return operation.future();
    }
    new SetQuota(context, operation, new QuotaUsage(maxEntries, maxBytes)).begin();
    return operation.future();
  }

  @Override
  public CompletableFuture<Quota> quota(DirectoryTarget directory) {
    ClientOperation<Quota> operation = admit("quota", directory);
    new GetQuota(context, operation).begin();
    return operation.future();
  }

  @Override
  public CompletableFuture<ContentSum> sum(DirectoryTarget directory) {
    // The sum may take longer than one call, as long as servers answer.
    return ProgramCall.filling(
        context,
        () ->
            own.beforeAll(
                () -> {
                  ClientOperation<ContentSum> operation = admit("sum", directory);
                  new SumContent(context, operation).begin();
                  return operation.future();
                }));
  }

  @Override
  public CompletableFuture<Void> sync() {
    ClientOperation<Void> operation = admit("sync", null);
    operation.after(
        context.behind().flush(FlushScope.ALL),
        () -> {
          GigaException lost = context.behind().takeLost();
          if (lost == null) {
            new SyncServers(context, operation).begin();
          } else {
            operation.fail(lost);
          }
        });
    return operation.future();
  }

  @Override
  public CompletableFuture<Void> flush(FlushScope scope) {
    return context.behind().flush(scope);
  }

  @Override
  public CompletableFuture<ClusterSpace> statFs() {
    ClientOperation<ClusterSpace> operation = admit("statfs", null);
    new StatFs(context, operation).begin();
    return operation.future();
  }

  @Override
  public CompletableFuture<ClusterView> clusterView() {
    ClientOperation<ClusterView> operation = admit("cluster view", null);
    new EndpointCall<>(
            context,
            operation,
            context.refresh().candidates(),
            new ClusterViewRequest(),
            result -> {
              context.views().adopt(result.view());
              operation.complete(context.views().current());
            },
            operation::fail)
        .send();
    return operation.future();
  }

  @Override
  public void beginCall(Duration time) {
    ProgramCall.begin(context, time).enter();
  }

  @Override
  public Duration timeout() {
    return context.settings().timeout();
  }

  @Override
  public void endCall() {
    CallDeadline.NONE.enter();
  }

  @Override
  public <T> T inNewCall(Supplier<T> work) {
    return ProgramCall.begin(context).within(work);
  }

  @Override
  public ClientStatistics statistics() {
    DataCache cache = context.files().cache();
    ClientStatistics counted = context.counters().statistics();
    WriteBack writeBack = context.files().writeBack();
    ClientStatistics all = cache == null ? counted : counted.withCache(cache.statistics());
    return writeBack == null ? all : all.withWriteBack(writeBack.statistics());
  }

  @Override
  public long dropCache() {
    DataCache cache = context.files().cache();
    return cache == null ? 0 : cache.drop();
  }

  @Override
  public void recoverBacklog() throws GigaException {
    WriteBack writeBack = context.files().writeBack();
    if (writeBack != null) {
      new BacklogRecovery(context, new CoreClient(context, Caller.ROOT), writeBack.journal()).run();
      DataCacheSettings settings = context.settings().dataCache();
      writeBack.accept(settings != null && settings.writebackBytes() > 0);
    }
  }

  @Override
  public void awaitUploads() {
    WriteBack writeBack = context.files().writeBack();
    if (writeBack != null) {
      writeBack.awaitUploads(context.settings().timeout());
    }
  }

  @Override
  public void close() {
    WriteBack writeBack = context.files().writeBack();
    if (writeBack != null) {
      writeBack.leaveAll("the client is closed");
    }
    context.pauses().close();
    context.rpc().close();
    context.volumes().close();
    DataCache cache = context.files().cache();
    if (cache != null) {
      cache.close();
    }
  }

  /** A program's call that may take several operations. */
  private <T> CompletableFuture<T> call(
      String verb, Target target, Supplier<CompletableFuture<T>> parts) {
    return ProgramCall.of(context, () -> named(target) + ": " + verb, parts);
  }

  private <T> ClientOperation<T> admit(String verb, @Nullable Target target) {
    return ClientOperation.admit(context, verb, target, caller, waits);
  }

  private static <T> CompletableFuture<T> refuse(
      ClientOperation<T> operation, ErrorCode code, String detail) {
    operation.fail(operation.failure(code, detail));
    return operation.future();
  }
}
