package io.gigafs.server;

import io.gigafs.cluster.ServerInfo;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.NameList;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.EntryResult;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.Notice;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Request.PartitionRequest;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.Result.Empty;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.bulk.BulkCreateResult;
import io.gigafs.protocol.bulk.CreateRequest;
import io.gigafs.protocol.bulk.RestoreEntriesRequest;
import io.gigafs.protocol.bulk.RestoredEntry;
import io.gigafs.protocol.bulk.WriteFilesRequest;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.protocol.namespace.LookupRequest;
import io.gigafs.protocol.namespace.LookupResult;
import io.gigafs.protocol.namespace.MakeDirectoryRequest;
import io.gigafs.protocol.namespace.RemoveDirectoryRequest;
import io.gigafs.protocol.namespace.SetAttributesRequest;
import io.gigafs.protocol.namespace.SetXattrRequest;
import io.gigafs.protocol.namespace.UnlinkRequest;
import io.gigafs.protocol.namespace.Xattr.XattrMode;
import io.gigafs.rpc.RpcClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/**
 * Sends single requests of the protocol to the partition that the test names, and returns recalled
 * leases only when the test says so.
 */
public final class RawClient {
  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  private final SimulatedCluster cluster;
  private final SimulatedProcess process;
  private final long clientId;
  private final RpcClient rpc;
  private final List<Notice> notices = new ArrayList<>();
  private Caller caller = Caller.ROOT;
  private boolean returnsLeases;

  RawClient(SimulatedCluster cluster, SimulatedProcess process, long clientId) {
    this.cluster = cluster;
    this.process = process;
    this.clientId = clientId;
    this.rpc =
        cluster
            .network()
            .connect(
                process,
                clientId,
                (notice, reply) -> {
                  notices.add(notice);
                  if (returnsLeases && notice instanceof Notice.LeaseRecalled recalled) {
                    reply.accept(new Notice.LeaseReturned(recalled.lease()));
                  }
                });
  }

  /** The same client over new connections. */
  public RawClient reconnected() {
    return new RawClient(cluster, process, clientId);
  }

  /** Sets the caller of the following requests. */
  public RawClient actingFor(Caller newCaller) {
    caller = newCaller;
    return this;
  }

  /** Returns leases from now on when they are recalled. */
  public RawClient returningLeases() {
    returnsLeases = true;
    return this;
  }

  /** The client id in its requests. */
  public long clientId() {
    return clientId;
  }

  /** The notices received from servers. */
  public List<Notice> notices() {
    return List.copyOf(notices);
  }

  /** Sends a request once to the owner of the partition. */
  public <R extends Result> CompletableFuture<Answer<R>> send(PartitionRequest<R> request) {
    return rpc.call(
        cluster.view().ownerOf(request.directory(), request.partition()).endpoint(),
        request,
        process.clock().nanos() + TIMEOUT.toNanos());
  }

  /** Sends a request once to a server. */
  public <R extends Result> CompletableFuture<Answer<R>> send(
      ServerInfo server, Request<R> request) {
    return rpc.call(server.endpoint(), request, process.clock().nanos() + TIMEOUT.toNanos());
  }

  /** Sends a request and waits for the answer; a lost connection or answer fails the test. */
  public <R extends Result> Answer<R> ask(PartitionRequest<R> request) {
    try {
      return cluster.simulation().await(send(request));
    } catch (GigaException e) {
      throw new AssertionError("seed " + cluster.simulation().seed(), e);
    }
  }

  /** Sends a request once to a server, and waits for the answer. */
  public <R extends Result> Answer<R> ask(ServerInfo server, Request<R> request) {
    try {
      return cluster
          .simulation()
          .await(rpc.call(server.endpoint(), request, process.clock().nanos() + TIMEOUT.toNanos()));
    } catch (GigaException e) {
      throw new AssertionError("seed " + cluster.simulation().seed(), e);
    }
  }

  /** Sends a request to the owner of its partition; any answer but a result fails the test. */
  public <R extends Result> R result(PartitionRequest<R> request) {
    return result(request, ask(request));
  }

  private <R extends Result> R result(PartitionRequest<?> request, Answer<R> answer) {
    if (answer instanceof Answer.Done<R> done) {
      return done.result();
    }
    throw unexpected(request, answer);
  }

  /** Sends a request to the owner of its partition; any answer but an error fails the test. */
  public ErrorCode error(PartitionRequest<?> request) {
    return error(request, ask(request));
  }

  private ErrorCode error(PartitionRequest<?> request, Answer<?> answer) {
    if (answer instanceof Answer.Failed<?> failed) {
      return failed.code();
    }
    throw unexpected(request, answer);
  }

  private AssertionError unexpected(PartitionRequest<?> request, Answer<?> answer) {
    return new AssertionError(
        "seed " + cluster.simulation().seed() + ": " + request + " is answered " + answer);
  }

  public LookupRequest lookup(InodeId directory, int partition, String name) {
    return new LookupRequest(
        directory, index(partition), caller, Name.of(name), false, false, false);
  }

  public PartitionRequest<LookupResult> lookupWithLease(
      InodeId directory, int partition, String name) {
    return new LookupRequest(
        directory, index(partition), caller, Name.of(name), true, false, false);
  }

  /** The creation of one file. */
  public record OneCreate(CreateRequest request) {
    private static Answer<EntryResult> answer(Answer<BulkCreateResult> answer) {
      if (answer instanceof Answer.Done<BulkCreateResult> done) {
        BulkCreateResult result = done.result();
        int outcome = result.outcomes()[0];
        if (outcome == 0) {
          return new Answer.Done<>(new EntryResult(result.attributes(0)));
        }
        return outcome == BulkCreateResult.ELSEWHERE
            ? new Answer.Split<>(Objects.requireNonNull(result.map()))
            : new Answer.Failed<>(ErrorCode.ofNumber(outcome), "");
      } else if (answer instanceof Answer.Failed<BulkCreateResult> failed) {
        return new Answer.Failed<>(failed.code(), failed.detail());
      } else if (answer instanceof Answer.Moved<BulkCreateResult> moved) {
        return new Answer.Moved<>(moved.view());
      } else if (answer instanceof Answer.Retry<BulkCreateResult> retry) {
        return new Answer.Retry<>(retry.delayMillis(), retry.reason());
      }
      throw new AssertionError("unexpected " + answer);
    }
  }

  public OneCreate create(
      InodeId directory,
      int partition,
      String name,
      Sequence sequence,
      int mode,
      boolean exclusive) {
    return new OneCreate(
        new CreateRequest(
            directory,
            index(partition),
            caller,
            sequence.confirmed(),
            new long[] {sequence.number()},
            NameList.of(List.of(Name.of(name))),
            null,
            mode,
            exclusive,
            true));
  }

  public OneCreate create(InodeId directory, int partition, String name, Sequence sequence) {
    return create(directory, partition, name, sequence, 0644, true);
  }

  public CompletableFuture<Answer<EntryResult>> send(OneCreate create) {
    return send(create.request()).thenApply(OneCreate::answer);
  }

  public Answer<EntryResult> ask(OneCreate create) {
    return OneCreate.answer(ask(create.request()));
  }

  /** Sends a create to the owner of its partition; any answer but a result fails the test. */
  public EntryResult result(OneCreate create) {
    return result(create.request(), ask(create));
  }

  /** Sends a create to the owner of its partition; any answer but an error fails the test. */
  public ErrorCode error(OneCreate create) {
    return error(create.request(), ask(create));
  }

  public PartitionRequest<EntryResult> makeDirectory(
      InodeId directory, int partition, String name, Sequence sequence) {
    return new MakeDirectoryRequest(
        directory, index(partition), caller, sequence, Name.of(name), 0755);
  }

  public PartitionRequest<Empty> unlink(
      InodeId directory, int partition, String name, Sequence sequence) {
    return new UnlinkRequest(directory, index(partition), caller, sequence, Name.of(name));
  }

  public PartitionRequest<Empty> removeDirectory(
      InodeId directory, int partition, String name, Sequence sequence) {
    return new RemoveDirectoryRequest(
        directory, index(partition), caller, sequence, Name.of(name), null);
  }

  public PartitionRequest<EntryResult> setAttributes(
      InodeId directory, int partition, String name, Sequence sequence, AttributeChange change) {
    return new SetAttributesRequest(
        directory, index(partition), caller, sequence, Name.of(name), change, true, null);
  }

  /** Sets an attribute that must not exist. */
  public PartitionRequest<EntryResult> createXattr(
      InodeId directory, int partition, String name, Sequence sequence, String xattr) {
    return new SetXattrRequest(
        directory,
        index(partition),
        caller,
        sequence,
        Name.of(name),
        true,
        xattr,
        new byte[] {1},
        XattrMode.CREATE,
        null);
  }

  public CreateRequest bulkCreate(
      InodeId directory, int partition, List<String> names, long confirmed, long... numbers) {
    return new CreateRequest(
        directory,
        index(partition),
        caller,
        confirmed,
        numbers,
        NameList.of(names.stream().map(Name::of).toList()),
        null,
        0644,
        true,
        false);
  }

  /** Writes files that contain their names. */
  public WriteFilesRequest writeFiles(
      InodeId directory, int partition, List<String> names, long confirmed, long... numbers) {
    return new WriteFilesRequest(
        directory,
        index(partition),
        caller,
        confirmed,
        numbers,
        names.stream().map(Name::of).toList(),
        names.stream().map(name -> name.getBytes(StandardCharsets.UTF_8)).toList(),
        0644,
        true);
  }

  /** Restores empty files. */
  public RestoreEntriesRequest restore(
      InodeId directory, int partition, List<String> names, long confirmed, long... numbers) {
    return new RestoreEntriesRequest(
        directory,
        index(partition),
        caller,
        confirmed,
        numbers,
        names.stream()
            .map(
                name ->
                    new RestoredEntry(Name.of(name), FileType.REGULAR, 0640, 5, 6, 7, 1, 2, 3, 0))
            .toList());
  }

  private static PartitionIndex index(int partition) {
    return new PartitionIndex(partition);
  }
}
