package io.gigafs.client;

import io.gigafs.client.request.DirectoryKey;
import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.Position;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.EntryResult;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.Mutation;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Request.NameRequest;
import io.gigafs.protocol.Request.PartitionRequest;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.Result.Empty;
import io.gigafs.protocol.bulk.BulkCreateResult;
import io.gigafs.protocol.bulk.CreateRequest;
import io.gigafs.protocol.cluster.ClusterViewRequest;
import io.gigafs.protocol.cluster.ClusterViewRequest.ClusterViewResult;
import io.gigafs.protocol.cluster.StatFsRequest;
import io.gigafs.protocol.cluster.StatFsRequest.StatFsResult;
import io.gigafs.protocol.cluster.StatusRequest;
import io.gigafs.protocol.cluster.StatusResult;
import io.gigafs.protocol.cluster.StatusResult.RegistrationStatus;
import io.gigafs.protocol.data.VolumesRequest;
import io.gigafs.protocol.data.VolumesRequest.VolumesResult;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.protocol.namespace.ListRequest;
import io.gigafs.protocol.namespace.ListRequest.ListResult;
import io.gigafs.protocol.namespace.ListedEntry;
import io.gigafs.protocol.namespace.LookupRequest;
import io.gigafs.protocol.namespace.LookupResult;
import io.gigafs.protocol.namespace.MakeDirectoryRequest;
import io.gigafs.protocol.namespace.PartitionAttributesRequest;
import io.gigafs.protocol.namespace.RemoveDirectoryRequest;
import io.gigafs.protocol.namespace.SetAttributesRequest;
import io.gigafs.protocol.namespace.UnlinkRequest;
import io.gigafs.volume.FileSystemId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A server of the fake cluster as a client sees it. It decides at once and keeps all state in
 * memory.
 */
public final class FakeServer {
  private final FakeCluster cluster;
  private final ServerInfo info;
  private final Map<PartitionKey, FakePartition> partitions = new HashMap<>();

  /** The server's view, which a test may keep older than the cluster's. */
  public ClusterView view;

  public boolean up = true;

  public record PartitionKey(InodeId directory, PartitionIndex index) {}

  public FakeServer(FakeCluster cluster, ServerInfo info, ClusterView view) {
    this.cluster = cluster;
    this.info = info;
    this.view = view;
  }

  public ServerInfo info() {
    return info;
  }

  public void add(FakePartition partition) {
    partitions.put(new PartitionKey(partition.directory, partition.index()), partition);
  }

  public void remove(FakePartition partition) {
    partitions.remove(new PartitionKey(partition.directory, partition.index()));
  }

  public List<FakePartition> partitions() {
    return new ArrayList<>(partitions.values());
  }

  @Nullable FakePartition partition(InodeId directory, PartitionIndex index) {
    return partitions.get(new PartitionKey(directory, index));
  }

  /** Answers a request at once, or when leases have been returned. */
  @SuppressWarnings("unchecked") // The opcode ties a request to its result.
  public <R extends Result> void handle(
      FakeCluster.Connection client, Request<R> request, Consumer<Answer<R>> answer) {
    Consumer<Answer<? extends Result>> any = given -> answer.accept((Answer<R>) given);
    if (request instanceof ClusterViewRequest) {
      any.accept(new Answer.Done<>(new ClusterViewResult(view)));
    } else if (request instanceof StatFsRequest) {
      any.accept(new Answer.Done<>(new StatFsResult(1, 100, 50, 3, 10, FileSystemId.UNKNOWN)));
    } else if (request instanceof VolumesRequest) {
      any.accept(new Answer.Done<>(new VolumesResult(List.of())));
    } else if (request instanceof StatusRequest) {
      any.accept(
          new Answer.Done<>(
              new StatusResult(
                  info.id(),
                  1,
                  view.epoch(),
                  1,
                  2,
                  3,
                  Map.of(),
                  RegistrationStatus.SAFE,
                  List.of(),
                  List.of(),
                  List.of(),
                  List.of())));
    } else if (request instanceof PartitionRequest<?> asked) {
      handle(client, asked, any);
    }
  }

  private void handle(
      FakeCluster.Connection client,
      PartitionRequest<?> request,
      Consumer<Answer<? extends Result>> answer) {
    if (!view.ownerOf(request.directory(), request.partition()).id().equals(info.id())) {
      answer.accept(new Answer.Moved<>(view));
      return;
    }
    Answer<? extends Result> known = cluster.replies.known(client.clientId(), request);
    if (known != null) {
      answer.accept(known);
      return;
    }
    FakePartition partition = partition(request.directory(), request.partition());
    if (partition == null) {
      answer.accept(failed(ErrorCode.ESTALE));
    } else if (request instanceof NameRequest<?> named
        && !partition.partition.owns(named.name().hash())) {
      answer.accept(new Answer.Split<>(partition.map));
    } else if (request instanceof ListRequest list
        && !partition.partition.range().contains(list.from())) {
      answer.accept(new Answer.Split<>(partition.map));
    } else if (changesDirectory(partition, request)) {
      Name name = ((NameRequest<?>) request).name();
      cluster.leases.recall(
          new DirectoryKey(request.directory(), name),
          client,
          () -> decide(client, request, answer));
    } else {
      decide(client, request, answer);
    }
  }

  private static boolean changesDirectory(FakePartition partition, PartitionRequest<?> request) {
    if (request instanceof RemoveDirectoryRequest) {
      return true;
    }
    if (request instanceof SetAttributesRequest change) {
      FileAttributes found = partition.entries.get(FakePartition.ResolvedPath.of(change.name()));
      return found != null && found.isDirectory();
    }
    return false;
  }

  private void decide(
      FakeCluster.Connection client,
      PartitionRequest<?> request,
      Consumer<Answer<? extends Result>> answer) {
    FakePartition partition = partition(request.directory(), request.partition());
    if (partition == null) {
      answer.accept(failed(ErrorCode.ESTALE));
      return;
    }
    Answer<? extends Result> decided = decide(client, partition, request);
    if (request instanceof Mutation<?> mutation) {
      cluster.replies.record(client.clientId(), mutation.sequence().number(), decided);
    }
    answer.accept(decided);
    if (request instanceof Mutation<?> || request instanceof CreateRequest) {
      cluster.splitWhileFull(partition);
    }
  }

  private Answer<? extends Result> decide(
      FakeCluster.Connection client, FakePartition partition, PartitionRequest<?> request) {
    if (request instanceof NameRequest<?> named && !may(partition, named.caller(), 1)) {
      return failed(ErrorCode.EACCES);
    }
    if (request instanceof LookupRequest lookup) {
      return lookup(client, partition, lookup);
    } else if (request instanceof CreateRequest creates) {
      return createAll(client, partition, creates);
    } else if (request instanceof MakeDirectoryRequest make) {
      return makeDirectory(partition, make);
    } else if (request instanceof SetAttributesRequest change) {
      return setAttributes(partition, change);
    } else if (request instanceof UnlinkRequest unlink) {
      return remove(partition, unlink.name(), false);
    } else if (request instanceof RemoveDirectoryRequest remove) {
      return remove(partition, remove.name(), true);
    } else if (request instanceof PartitionAttributesRequest) {
      return new Answer.Done<>(partition.attributes());
    } else if (request instanceof ListRequest list) {
      return list(partition, list);
    }
    throw new AssertionError("no such request: " + request);
  }

  private Answer<LookupResult> lookup(
      FakeCluster.Connection client, FakePartition partition, LookupRequest lookup) {
    FileAttributes found = partition.entries.get(FakePartition.ResolvedPath.of(lookup.name()));
    if (found == null) {
      return failed(ErrorCode.ENOENT);
    }
    int lease = 0;
    if (lookup.lease() && found.isDirectory()) {
      lease = cluster.leaseMillis;
      cluster.leases.grant(new DirectoryKey(lookup.directory(), lookup.name()), client, lease);
    }
    return new Answer.Done<>(new LookupResult(found, lease, null));
  }

  private Answer<EntryResult> create(
      FakePartition partition, Caller caller, Name name, int mode, boolean exclusive) {
    FileAttributes found = partition.entries.get(FakePartition.ResolvedPath.of(name));
    if (!may(partition, caller, 3)) {
      return failed(ErrorCode.EACCES);
    }
    if (found != null) {
      return exclusive ? failed(ErrorCode.EEXIST) : new Answer.Done<>(new EntryResult(found));
    }
    FileAttributes made = cluster.attributes(FileType.REGULAR, mode, caller);
    put(partition, name, made);
    return new Answer.Done<>(new EntryResult(made));
  }

  private Answer<BulkCreateResult> createAll(
      FakeCluster.Connection client, FakePartition partition, CreateRequest bulk) {
    int[] outcomes = new int[bulk.numbers().length];
    long[] inodes = new long[outcomes.length];
    List<FileAttributes> files = new ArrayList<>();
    boolean elsewhere = false;
    for (int i = 0; i < outcomes.length; i++) {
      Name name = bulk.name(i);
      long number = bulk.numbers()[i];
      FakePartition its =
          bulk.partitions() == null ? partition : partition(bulk.directory(), bulk.partition(i));
      if (its == null || !its.partition.owns(name.hash())) {
        boolean isAlone = bulk.partitions() == null;
        outcomes[i] = isAlone ? BulkCreateResult.ELSEWHERE : ErrorCode.EAGAIN.number();
        elsewhere |= isAlone;
        continue;
      }
      cluster.replies.check(client.clientId(), number, bulk.confirmed());
      Answer<? extends Result> answer = cluster.replies.known(client.clientId(), number);
      if (answer == null) {
        answer = create(its, bulk.caller(), name, bulk.mode(), bulk.exclusive());
        cluster.replies.record(client.clientId(), number, answer);
        if (!its.equals(partition)) {
          cluster.splitWhileFull(its);
        }
      }
      if (answer instanceof Answer.Failed<?> failed) {
        outcomes[i] = failed.code().number();
      } else if (answer instanceof Answer.Done<?> done
          && done.result() instanceof EntryResult entry) {
        inodes[i] = entry.attributes().inode().value();
        files.add(entry.attributes());
      }
    }
    return new Answer.Done<>(
        new BulkCreateResult(
            outcomes,
            inodes,
            null,
            files,
            elsewhere ? partition.map : null,
            LookupResult.NOT_TO_BE_KEPT));
  }

  private Answer<EntryResult> makeDirectory(FakePartition partition, MakeDirectoryRequest make) {
    if (!may(partition, make.caller(), 3)) {
      return failed(ErrorCode.EACCES);
    }
    if (partition.entries.containsKey(FakePartition.ResolvedPath.of(make.name()))) {
      return failed(ErrorCode.EEXIST);
    }
    FileAttributes made = cluster.attributes(FileType.DIRECTORY, make.mode(), make.caller());
    put(partition, make.name(), made);
    cluster.place(new FakePartition(made.inode(), partition.directory, made));
    return new Answer.Done<>(new EntryResult(made));
  }

  private Answer<EntryResult> setAttributes(FakePartition partition, SetAttributesRequest request) {
    FakePartition.ResolvedPath place = FakePartition.ResolvedPath.of(request.name());
    FileAttributes old = partition.entries.get(place);
    if (old == null) {
      return failed(ErrorCode.ENOENT);
    }
    AttributeChange change = request.change();
    FileAttributes changed =
        new FileAttributes(
            old.inode(),
            old.type(),
            Objects.requireNonNullElse(change.mode(), old.mode()),
            Objects.requireNonNullElse(change.uid(), old.uid()),
            Objects.requireNonNullElse(change.gid(), old.gid()),
            old.size(),
            old.links(),
            old.accessedNanos(),
            old.modifiedNanos(),
            cluster.time().wallNanos(),
            old.device());
    partition.entries.put(place, changed);
    for (FakePartition each : cluster.partitionsOf(old.inode())) {
      each.mode = changed.mode();
      each.uid = changed.uid();
      each.gid = changed.gid();
    }
    return new Answer.Done<>(new EntryResult(changed));
  }

  private Answer<Empty> remove(FakePartition partition, Name name, boolean directory) {
    FakePartition.ResolvedPath place = FakePartition.ResolvedPath.of(name);
    FileAttributes found = partition.entries.get(place);
    if (found == null) {
      return failed(ErrorCode.ENOENT);
    }
    if (found.isDirectory() != directory) {
      return failed(directory ? ErrorCode.ENOTDIR : ErrorCode.EISDIR);
    }
    List<FakePartition> own = cluster.partitionsOf(found.inode());
    if (own.stream().anyMatch(each -> !each.entries.isEmpty())) {
      return failed(ErrorCode.ENOTEMPTY);
    }
    own.forEach(cluster::drop);
    partition.entries.remove(place);
    return new Answer.Done<>(Empty.INSTANCE);
  }

  private Answer<ListResult> list(FakePartition partition, ListRequest list) {
    if (!may(partition, list.caller(), 4)) {
      return failed(ErrorCode.EACCES);
    }
    Name after = list.after();
    List<ListedEntry> page = new ArrayList<>();
    ListResult.Cursor next = null;
    for (Map.Entry<FakePartition.ResolvedPath, FileAttributes> entry :
        partition.entries.entrySet()) {
      FakePartition.ResolvedPath place = entry.getKey();
      int order = place.position().compareTo(list.from());
      if (order < 0 || (order == 0 && after != null && place.name().compareTo(after) <= 0)) {
        continue;
      }
      if (page.size() == cluster.pageEntries) {
        ListedEntry last = page.get(page.size() - 1);
        next = new ListResult.Cursor(last.name().position(), last.name());
        break;
      }
      FileAttributes attributes = entry.getValue();
      page.add(
          new ListedEntry(
              place.name(),
              attributes.inode(),
              attributes.type(),
              list.attributes() ? attributes : null));
    }
    if (next == null) {
      Position last = partition.partition.range().last();
      next = last.isLast() ? null : new ListResult.Cursor(last.next(), null);
    }
    return new Answer.Done<>(new ListResult(page, next, partition.map));
  }

  private void put(FakePartition partition, Name name, FileAttributes attributes) {
    partition.entries.put(FakePartition.ResolvedPath.of(name), attributes);
    partition.changedNanos = cluster.time().wallNanos();
  }

  private static boolean may(FakePartition partition, Caller caller, int bits) {
    if (caller.isSuperuser()) {
      return true;
    }
    int shift = caller.uid() == partition.uid ? 6 : caller.isMemberOf(partition.gid) ? 3 : 0;
    return (partition.mode >>> shift & bits) == bits;
  }

  private static <R extends Result> Answer<R> failed(ErrorCode code) {
    return new Answer.Failed<>(code, "");
  }
}
