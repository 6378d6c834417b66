package io.gigafs.model;

import io.gigafs.client.AsyncAdminClient;
import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.BulkOutcome;
import io.gigafs.client.ClientStatistics;
import io.gigafs.client.ClusterSpace;
import io.gigafs.client.ContentSum;
import io.gigafs.client.DirectoryTarget;
import io.gigafs.client.ExposedFile;
import io.gigafs.client.FileContents;
import io.gigafs.client.Follow;
import io.gigafs.client.GigaPath;
import io.gigafs.client.Listing;
import io.gigafs.client.OpenDirectory;
import io.gigafs.client.OpenFile;
import io.gigafs.client.OpenOptions;
import io.gigafs.client.Quota;
import io.gigafs.client.Target;
import io.gigafs.client.Target.EntryTarget;
import io.gigafs.client.data.DataCacheStatistics;
import io.gigafs.client.data.WriteBackStatistics;
import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.ServerId;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.cluster.VolumeSettings;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.Position;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.bulk.RestoredEntry;
import io.gigafs.protocol.cluster.CheckpointRequest;
import io.gigafs.protocol.cluster.CheckpointRequest.CheckpointInfo;
import io.gigafs.protocol.cluster.ClusterChangeRequest;
import io.gigafs.protocol.cluster.StatusResult;
import io.gigafs.protocol.data.ObjectsRequest.ObjectsResult;
import io.gigafs.protocol.data.VolumeChangeRequest;
import io.gigafs.protocol.data.VolumesRequest.VolumesResult;
import io.gigafs.protocol.file.FileData;
import io.gigafs.protocol.fsck.CheckRequest.CheckResult;
import io.gigafs.protocol.fsck.Finding;
import io.gigafs.protocol.fsck.Verdict;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.protocol.namespace.ListedEntry;
import io.gigafs.protocol.namespace.RenameMode;
import io.gigafs.protocol.namespace.Xattr;
import io.gigafs.protocol.namespace.Xattr.XattrMode;
import io.gigafs.volume.Volume.DataBlock;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * A client of the model, for tests of code that uses clients. Answers are completed on an executor.
 * Listings change no times; operations on servers fail with ENOSYS. Thread-safe.
 */
public class ModelClient implements AsyncGigaClient, AsyncAdminClient {
  private final ModelRequests requests;
  private final PosixModel model;

  /** A client of an empty file system, acting for the superuser. */
  public ModelClient(Executor executor) {
    this.requests = new ModelRequests(executor);
    this.model = new PosixModel(requests::now);
  }

  private ModelClient(ModelRequests requests, PosixModel model) {
    this.requests = requests;
    this.model = model;
  }

  /** Sets the time of later operations. */
  public void setNow(long nanos) {
    requests.setNow(nanos);
  }

  public int requests() {
    return requests.count();
  }

  /** Adds an entry with any attributes to the tree, without a change of its directory's times. */
  public void put(String path, FileAttributes attributes) {
    try {
      requests.between(() -> model.plant(text(GigaPath.parse(path)), attributes));
    } catch (GigaException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /** Restores the times from before a listing. */
  private void restoreTimes(String path, FileAttributes before) throws GigaException {
    model
        .as(Caller.ROOT)
        .setAttributes(
            path,
            AttributeChange.restoring(
                before.mode(),
                before.uid(),
                before.gid(),
                before.accessedNanos(),
                before.modifiedNanos(),
                before.changedNanos()),
            Follow.YES);
  }

  protected final <T> CompletableFuture<T> answer(ModelRequests.Operation<T> operation) {
    return requests.answer(operation);
  }

  /** Runs an operation; a failure names the path, as with a real client. */
  private <T> CompletableFuture<T> answer(Target path, ModelRequests.Operation<T> operation) {
    return answer(
        () -> {
          try {
            return operation.run();
          } catch (GigaException e) {
            throw e.code().exception(path.toString());
          }
        });
  }

  private CompletableFuture<Void> done(Target path, ModelRequests.Action action) {
    return answer(
            path,
            () -> {
              action.run();
              return true;
            })
        .thenAccept(done -> {});
  }

  /** The model knows no directory but the root by its inode id. */
  private static String text(Target target) throws GigaException {
    if (target instanceof GigaPath path) {
      return PosixModel.path(path.bytes());
    }
    if (target instanceof EntryTarget entry && entry.directory().equals(InodeId.ROOT)) {
      return text(GigaPath.ROOT.child(entry.name()));
    }
    throw ErrorCode.ENOENT.exception(target.toString());
  }

  @Override
  public AsyncGigaClient as(Caller caller) {
    return new ModelClient(requests, model.as(caller));
  }

  @Override
  public AsyncAdminClient admin() {
    return this;
  }

  @Override
  public CompletableFuture<FileAttributes> stat(Target path) {
    return stat(path, Follow.YES);
  }

  @Override
  public CompletableFuture<FileAttributes> stat(Target path, Follow follow) {
    return answer(path, () -> model.stat(text(path), follow));
  }

  @Override
  public CompletableFuture<FileAttributes> lookUp(Target path) {
    return stat(path, Follow.NO);
  }

  @Override
  public CompletableFuture<Void> access(Target path, int wanted, Follow follow) {
    if (follow == Follow.NO) {
      throw new UnsupportedOperationException("the model follows links");
    }
    return done(path, () -> model.access(text(path), wanted));
  }

  @Override
  public CompletableFuture<InodeId> parentOf(InodeId directory) {
    throw new UnsupportedOperationException("the model knows paths alone");
  }

  @Override
  public Target named(Target path) {
    return path;
  }

  @Override
  public CompletableFuture<Void> rename(Target from, Target to, RenameMode mode) {
    return done(from, () -> model.rename(text(from), text(to), mode));
  }

  @Override
  public CompletableFuture<FileAttributes> link(Target existing, Target name, Follow follow) {
    return answer(existing, () -> model.link(text(existing), text(name), follow));
  }

  @Override
  public CompletableFuture<FileAttributes> symlink(byte[] text, Target name) {
    return answer(name, () -> model.symlink(text, text(name)));
  }

  @Override
  public CompletableFuture<byte[]> readLink(Target path) {
    return answer(path, () -> model.readLink(text(path)));
  }

  @Override
  public CompletableFuture<FileAttributes> makeNode(
      Target path, FileType type, int mode, long device) {
    return answer(path, () -> model.makeNode(text(path), type, mode, device));
  }

  @Override
  public CompletableFuture<byte[]> getXattr(Target path, String name, Follow follow) {
    return answer(path, () -> model.getXattr(text(path), name, follow));
  }

  @Override
  public CompletableFuture<List<Xattr>> listXattrs(Target path, Follow follow) {
    return answer(
        () -> {
          List<Xattr> xattrs = new ArrayList<>();
          for (String name : model.listXattrs(text(path), follow)) {
            xattrs.add(new Xattr(name, model.getXattr(text(path), name, follow)));
          }
          return xattrs;
        });
  }

  @Override
  public CompletableFuture<Void> setXattr(Target path, Xattr xattr, XattrMode mode, Follow follow) {
    return done(path, () -> model.setXattr(text(path), xattr, mode, follow));
  }

  @Override
  public CompletableFuture<Void> removeXattr(Target path, String name, Follow follow) {
    return done(path, () -> model.removeXattr(text(path), name, follow));
  }

  @Override
  public CompletableFuture<OpenFile> open(Target path, OpenOptions options) {
    return answer(path, () -> new ModelOpenFile(requests, model.open(text(path), options)));
  }

  @Override
  public CompletableFuture<FileAttributes> link(OpenFile file, Target name) {
    return CompletableFuture.failedFuture(ErrorCode.EOPNOTSUPP.exception("the model's files"));
  }

  @Override
  public CompletableFuture<OpenFile> reopen(OpenFile file, OpenOptions options) {
    return CompletableFuture.failedFuture(ErrorCode.EOPNOTSUPP.exception("the model's files"));
  }

  @Override
  public CompletableFuture<Void> setQuota(
      DirectoryTarget directory, long maxEntries, long maxBytes) {
    return done(directory, () -> model.setQuota(text(directory), maxEntries, maxBytes));
  }

  @Override
  public CompletableFuture<Quota> quota(DirectoryTarget directory) {
    return answer(directory, () -> model.quota(text(directory)));
  }

  @Override
  public CompletableFuture<ContentSum> sum(DirectoryTarget directory) {
    return answer(directory, () -> model.sum(text(directory)));
  }

  @Override
  public CompletableFuture<FileAttributes> create(Target path, int mode, boolean exclusive) {
    return answer(path, () -> model.create(text(path), mode, exclusive));
  }

  @Override
  public CompletableFuture<List<BulkOutcome>> createAll(
      DirectoryTarget directory, List<Name> names, int mode, boolean exclusive) {
    return answer(
        () -> {
          List<BulkOutcome> outcomes = new ArrayList<>();
          for (Name name : names) {
            try {
              FileAttributes made = model.create(text(directory.child(name)), mode, exclusive);
              outcomes.add(new BulkOutcome(made.inode(), null));
            } catch (GigaException e) {
              outcomes.add(new BulkOutcome(null, e.code()));
            }
          }
          return outcomes;
        });
  }

  @Override
  public CompletableFuture<List<BulkOutcome>> restoreAll(
      DirectoryTarget directory, List<RestoredEntry> entries) {
    return answer(
        () -> {
          List<BulkOutcome> outcomes = new ArrayList<>();
          for (RestoredEntry entry : entries) {
            outcomes.add(restore(text(directory.child(entry.name())), entry));
          }
          return outcomes;
        });
  }

  private BulkOutcome restore(String path, RestoredEntry entry) throws GigaException {
    try {
      FileAttributes attributes =
          new FileAttributes(
              InodeId.ROOT,
              entry.type(),
              entry.mode(),
              entry.uid(),
              entry.gid(),
              entry.size(),
              1,
              entry.accessedNanos(),
              entry.modifiedNanos(),
              entry.changedNanos(),
              entry.device());
      FileAttributes made = model.restore(path, attributes);
      if (entry.data() instanceof FileData.Inline inline) {
        model.fill(path, inline.bytes());
      }
      return new BulkOutcome(made.inode(), null);
    } catch (GigaException e) {
      if (e.code() != ErrorCode.EEXIST) {
        throw e;
      }
    }
    FileAttributes existing = model.stat(path, Follow.NO);
    return withoutData(entry).equals(RestoredEntry.of(entry.name(), existing))
        ? new BulkOutcome(existing.inode(), null)
        : new BulkOutcome(null, ErrorCode.EEXIST);
  }

  private static RestoredEntry withoutData(RestoredEntry entry) {
    return new RestoredEntry(
        entry.name(),
        entry.type(),
        entry.mode(),
        entry.uid(),
        entry.gid(),
        entry.size(),
        entry.accessedNanos(),
        entry.modifiedNanos(),
        entry.changedNanos(),
        entry.device());
  }

  @Override
  public CompletableFuture<FileAttributes> makeDirectory(Target path, int mode) {
    return answer(path, () -> model.makeDirectory(text(path), mode));
  }

  @Override
  public CompletableFuture<FileAttributes> setAttributes(Target path, AttributeChange change) {
    return setAttributes(path, change, Follow.YES);
  }

  @Override
  public CompletableFuture<FileAttributes> setAttributes(
      Target path, AttributeChange change, Follow follow) {
    return answer(path, () -> model.setAttributes(text(path), change, follow));
  }

  @Override
  public CompletableFuture<Void> unlink(Target path) {
    return done(path, () -> model.unlink(text(path)));
  }

  @Override
  public CompletableFuture<Void> removeDirectory(Target path) {
    return done(path, () -> model.removeDirectory(text(path)));
  }

  @Override
  public CompletableFuture<Listing> list(DirectoryTarget path, boolean attributes) {
    return answer(
        path,
        () -> {
          List<ListedEntry> entries = new ArrayList<>();
          FileAttributes before = model.stat(text(path), Follow.YES);
          model
              .list(text(path))
              .forEach(
                  (name, its) ->
                      entries.add(
                          new ListedEntry(
                              Name.of(PosixModel.bytes(name)),
                              its.inode(),
                              its.type(),
                              attributes ? its : null)));
          restoreTimes(text(path), before);
          return new ModelListing(requests, entries.iterator());
        });
  }

  @Override
  public CompletableFuture<OpenDirectory> openDirectory(DirectoryTarget path, boolean likely) {
    return answer(
        path,
        () -> {
          InodeId directory = model.stat(text(path), Follow.YES).inode();
          model.list(text(path));
          return new OpenDirectory() {
            @Override
            public InodeId inode() {
              return directory;
            }

            @Override
            public @Nullable Listing takeBegun() {
              return null;
            }

            @Override
            public Listing list(Position from, boolean attributes) {
              Comparator<ListedEntry> byPosition =
                  Comparator.comparing(entry -> entry.name().position());
              List<ListedEntry> entries = new ArrayList<>();
              Listing all = ModelClient.this.list(path, attributes).join();
              for (List<ListedEntry> page = all.nextPage().join();
                  !page.isEmpty();
                  page = all.nextPage().join()) {
                entries.addAll(page);
              }
              return new ModelListing(
                  requests,
                  entries.stream()
                      .filter(entry -> entry.name().position().compareTo(from) >= 0)
                      .sorted(byPosition.thenComparing(ListedEntry::name))
                      .iterator());
            }
          };
        });
  }

  @Override
  public CompletableFuture<byte[]> readFile(Target path) {
    return answer(path, () -> model.readFile(text(path)));
  }

  @Override
  public CompletableFuture<Optional<Integer>> keptChecksum(Target path) {
    return CompletableFuture.completedFuture(Optional.empty());
  }

  @Override
  public CompletableFuture<List<DataBlock>> blocks(Target path, long size) {
    return CompletableFuture.completedFuture(List.of());
  }

  @Override
  public CompletableFuture<FileAttributes> writeFile(
      Target path, int mode, byte[] bytes, boolean sync) {
    return answer(path, () -> model.writeFile(text(path), mode, bytes));
  }

  @Override
  public CompletableFuture<List<BulkOutcome>> writeAll(
      DirectoryTarget directory, List<Name> names, List<byte[]> contents, int mode, boolean sync) {
    return answer(
        directory,
        () -> {
          List<BulkOutcome> outcomes = new ArrayList<>();
          for (int i = 0; i < names.size(); i++) {
            try {
              String path = text(directory.child(names.get(i)));
              FileAttributes written = model.writeFile(path, mode, contents.get(i));
              outcomes.add(new BulkOutcome(written.inode(), null));
            } catch (GigaException e) {
              outcomes.add(new BulkOutcome(null, e.code()));
            }
          }
          return outcomes;
        });
  }

  @Override
  public CompletableFuture<List<FileContents>> readAll(
      DirectoryTarget directory, List<Name> names) {
    return answer(
        directory,
        () -> {
          List<FileContents> read = new ArrayList<>();
          for (Name name : names) {
            try {
              read.add(new FileContents(model.readFile(text(directory.child(name))), null));
            } catch (GigaException e) {
              read.add(new FileContents(null, e.code()));
            }
          }
          return read;
        });
  }

  @Override
  public CompletableFuture<Optional<ExposedFile>> expose(Target path) {
    return answer(
        path,
        () -> {
          model.stat(text(path), Follow.YES);
          return Optional.empty();
        });
  }

  private static <T> CompletableFuture<T> noServers() {
    return CompletableFuture.failedFuture(ErrorCode.ENOSYS.exception("the model has no servers"));
  }

  @Override
  public CompletableFuture<ClusterView> changeVolume(
      VolumeChangeRequest.Kind kind, int volume, URI uri, VolumeSettings settings) {
    return noServers();
  }

  @Override
  public CompletableFuture<VolumesResult> volumes(ServerInfo server) {
    return noServers();
  }

  @Override
  public CompletableFuture<ObjectsResult> objects(ServerInfo server, int volume, byte[] cursor) {
    return noServers();
  }

  @Override
  public CompletableFuture<Void> sync() {
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public CompletableFuture<ClusterSpace> statFs() {
    return noServers();
  }

  @Override
  public CompletableFuture<StatusResult> status(ServerInfo server, boolean partitions) {
    return noServers();
  }

  @Override
  public CompletableFuture<ClusterView> changeCluster(
      ClusterChangeRequest.Kind kind, ServerId server) {
    return noServers();
  }

  @Override
  public CompletableFuture<CheckResult> check(ServerInfo server, byte[] cursor) {
    return noServers();
  }

  @Override
  public CompletableFuture<CheckResult> checkData(ServerInfo server, byte[] cursor) {
    return noServers();
  }

  @Override
  public CompletableFuture<List<Verdict>> recheck(
      ServerInfo server, @Nullable InodeId lostAndFound, List<Finding> findings) {
    return noServers();
  }

  @Override
  public CompletableFuture<List<CheckpointInfo>> checkpoint(
      ServerInfo server, CheckpointRequest.Action action, String name) {
    return noServers();
  }

  @Override
  public CompletableFuture<ClusterView> clusterView() {
    return noServers();
  }

  @Override
  public Duration timeout() {
    return Duration.ofSeconds(30);
  }

  @Override
  public ClientStatistics statistics() {
    return new ClientStatistics(
        requests(), 0, 0, 0, 0, 0, DataCacheStatistics.NONE, WriteBackStatistics.NONE);
  }

  @Override
  public void close() {}
}
