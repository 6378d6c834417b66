package io.gigafs.server.fsck;

import io.gigafs.cluster.ClusterView.SlotMove;
import io.gigafs.concurrent.Futures;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.Result.Empty;
import io.gigafs.protocol.data.ObjectsRequest;
import io.gigafs.protocol.data.ObjectsRequest.ObjectsResult;
import io.gigafs.protocol.fsck.CheckRequest;
import io.gigafs.protocol.fsck.CheckRequest.CheckResult;
import io.gigafs.protocol.fsck.Finding;
import io.gigafs.protocol.fsck.FindingKind;
import io.gigafs.protocol.fsck.HeadersRequest;
import io.gigafs.protocol.fsck.HeadersRequest.HeadersResult;
import io.gigafs.protocol.fsck.RecheckRequest;
import io.gigafs.protocol.fsck.RecheckRequest.RecheckResult;
import io.gigafs.protocol.fsck.RestorePartitionRequest;
import io.gigafs.protocol.fsck.SubdirectoriesRequest;
import io.gigafs.protocol.fsck.SubdirectoriesRequest.SubdirectoriesResult;
import io.gigafs.protocol.fsck.Verdict;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.fsck.Rule.UncheckedPartException;
import io.gigafs.server.membership.CurrentView;
import io.gigafs.server.migration.Installer;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.transaction.OutcomeResolver;
import io.gigafs.tablefs.Intent;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks this server's store, one portion for each request, and examines findings again. Between
 * requests it keeps nothing but a cache of what it has read. Thread-safe.
 */
public final class Checker {
  private static final Logger LOG = LoggerFactory.getLogger(Checker.class);

  private final CheckTasks tasks;
  private final ServerContext context;
  private final Headers headers;
  private final Subdirectories subdirectories;
  private final PartitionScan partitions;
  private final EntryScan entries;
  private final RowScan rows;
  private final ByteScan bytes;
  private final ObjectScan objects;
  private final Restorer restorer;
  private final Map<FindingKind, Rule> rules = new EnumMap<>(FindingKind.class);

  /**
   * The checks of one server.
   *
   * @param background runs scans in short portions
   * @param quarantine the directory for rows that cannot be read
   * @param resumer resumes the work of an intent
   */
  public Checker(
      ServerContext context,
      Executor background,
      Installer installer,
      OutcomeResolver resolver,
      Path quarantine,
      BiConsumer<Intent, CommitBatch> resumer) {
    this.context = context;
    this.tasks = new CheckTasks(context, background);
    this.headers = new Headers(tasks);
    this.subdirectories = new Subdirectories(tasks);
    this.partitions = new PartitionScan(tasks, headers, subdirectories);
    this.entries = new EntryScan(context, headers);
    this.rows = new RowScan(context);
    this.bytes = new ByteScan(context);
    this.objects = new ObjectScan(context);
    this.restorer = new Restorer(tasks, headers, installer);
    NameQueries names = new NameQueries(tasks);
    Quarantine kept = new Quarantine(quarantine);
    rules.put(
        FindingKind.STRAY_ENTRIES,
        new StrayEntries(tasks, headers, subdirectories, names, installer));
    rules.put(FindingKind.MISPLACED_ENTRY, new MisplacedEntry(tasks, names));
    rules.put(FindingKind.DAMAGED_ROW, new DamagedRow(tasks, kept));
    rules.put(FindingKind.DAMAGED_BYTES, new DamagedBytes(tasks));
    rules.put(FindingKind.FOREIGN_PARTITION, new ForeignPartition(tasks, headers));
    rules.put(
        FindingKind.ORPHANED_DIRECTORY,
        new OrphanedDirectory(tasks, headers, subdirectories, names));
    rules.put(FindingKind.DANGLING_ENTRY, new DirectoryRule.Dangling(tasks, headers, restorer));
    rules.put(FindingKind.LOST_PARTITION, new DirectoryRule.Lost(tasks, headers, restorer));
    rules.put(
        FindingKind.UNNAMED_PARTITION,
        new UnnamedPartition(tasks, headers, subdirectories, restorer));
    rules.put(FindingKind.WRONG_DEPTH, new PartitionRule.Depth(tasks, headers));
    rules.put(FindingKind.WRONG_COPY, new DirectoryRule.Copies(tasks, headers, restorer));
    rules.put(FindingKind.WRONG_COUNTS, new PartitionRule.Counts(tasks));
    rules.put(FindingKind.UNSETTLED_PARTITION, new PartitionRule.Unsettled(tasks, resolver));
    rules.put(FindingKind.LASTING_INTENT, new LastingIntent(tasks, kept, resumer));
    rules.put(FindingKind.LEFT_REPLIES, new OrphanedReplies(tasks));
    rules.put(FindingKind.LOST_DATA, new LostData(context));
  }

  /** Scans the next portion. */
  public void check(CheckRequest request, Exchange<CheckResult> exchange) {
    if (refused(request.caller(), exchange)) {
      return;
    }
    CheckStage first = request.data() ? CheckStage.BYTES : CheckStage.PARTITIONS;
    begin(
        exchange,
        () -> scan(ScanCursor.decode(request.cursor(), first)).thenCompose(this::examine));
  }

  private CompletableFuture<ScanPortion> scan(ScanCursor<CheckStage> cursor) {
    return switch (cursor.stage()) {
      case PARTITIONS -> {
        if (cursor.isAtStart()) {
          subdirectories.forget();
        }
        yield partitions.scan(cursor).thenApply(this::withMoves);
      }
      case ENTRIES -> entries.scan(cursor);
      case INTENTS -> CompletableFuture.completedFuture(withLosses(rows.intents(cursor)));
      case REPLIES -> CompletableFuture.completedFuture(rows.replies(cursor));
      case BYTES -> CompletableFuture.completedFuture(bytes.scan(cursor));
    };
  }

  /**
   * Reports slots that are moving: their partitions, and entries without a partition, are skipped.
   */
  private ScanPortion withMoves(ScanPortion portion) {
    for (SlotMove move : context.view().get().moves()) {
      portion.unchecked(
          "slot " + move.slot() + " is moving from server " + move.from() + "; run again later");
    }
    return portion;
  }

  private ScanPortion withLosses(ScanPortion portion) {
    LostData.suspects(context.store()).forEach(portion::suspect);
    return portion;
  }

  /** Lets the rules examine the suspects of a scan. */
  private CompletableFuture<CheckResult> examine(ScanPortion portion) {
    List<String> unchecked = new ArrayList<>();
    List<CompletableFuture<Optional<Finding>>> examined = new ArrayList<>();
    for (Finding suspect : portion.suspects()) {
      examined.add(
          rule(suspect)
              .examine(suspect)
              .exceptionally(
                  failure -> {
                    synchronized (unchecked) {
                      unchecked.add(reason(failure));
                    }
                    return Optional.empty();
                  }));
    }
    return Futures.results(examined)
        .thenApply(
            findings ->
                portion.result(findings.stream().flatMap(Optional::stream).toList(), unchecked));
  }

  /** Examines findings again; those to be repaired one after the other. */
  public void recheck(RecheckRequest request, Exchange<RecheckResult> exchange) {
    if (refused(request.caller(), exchange)) {
      return;
    }
    for (Finding finding : request.findings()) {
      String flaw = Suspects.flaw(finding, context.view().slots());
      if (flaw != null) {
        exchange.answer(new Answer.Failed<>(ErrorCode.EINVAL, flaw));
        return;
      }
    }
    begin(exchange, () -> verdicts(request, 0, new ArrayList<>()).thenApply(RecheckResult::new));
  }

  private CompletableFuture<List<Verdict>> verdicts(
      RecheckRequest request, int next, List<Verdict> verdicts) {
    if (next == request.findings().size()) {
      return CompletableFuture.completedFuture(verdicts);
    }
    return verdict(request.findings().get(next), request)
        .thenComposeAsync(
            verdict -> {
              verdicts.add(verdict);
              return verdicts(request, next + 1, verdicts);
            },
            tasks.background());
  }

  private CompletableFuture<Verdict> verdict(Finding finding, RecheckRequest request) {
    Rule rule = rule(finding);
    return begun(() -> rule.examine(finding))
        .thenCompose(
            now -> {
              if (!now.equals(Optional.of(finding))) {
                return CompletableFuture.completedFuture(new Verdict(Verdict.State.GONE, ""));
              }
              return request.repair()
                  ? rule.repair(finding, request.lostAndFound())
                  : CompletableFuture.completedFuture(new Verdict(Verdict.State.STANDS, ""));
            })
        .exceptionally(failure -> new Verdict(Verdict.State.UNCHECKED, reason(failure)));
  }

  private Rule rule(Finding finding) {
    return Objects.requireNonNull(rules.get(finding.kind()), "every kind has its rule");
  }

  /** The next objects of a volume that the store knows of; reads for a while. */
  public ObjectsResult objects(int volume, byte[] cursor) {
    return objects.scan(volume, cursor);
  }

  /** Returns the objects of a volume that the store knows of, one portion for each request. */
  public void objects(ObjectsRequest request, Exchange<ObjectsResult> exchange) {
    if (refused(request.caller(), exchange)) {
      return;
    }
    begin(
        exchange,
        () -> CompletableFuture.completedFuture(objects.scan(request.volume(), request.cursor())));
  }

  /** Returns headers to another server, if this server owns the slot. */
  void headers(HeadersRequest request, Exchange<HeadersResult> exchange) {
    CurrentView view = context.view();
    if (request.slot() < 0 || request.slot() >= view.slots()) {
      exchange.answer(new Answer.Failed<>(ErrorCode.EINVAL, "no slot " + request.slot()));
    } else if (view.state(request.slot()).serves()) {
      headers.answer(request, exchange);
    } else {
      exchange.answer(new Answer.Moved<>(view.get()));
    }
  }

  CheckTasks tasks() {
    return tasks;
  }

  /** Returns to another server the directories of which a partition has entries. */
  void subdirectories(SubdirectoriesRequest request, Exchange<SubdirectoriesResult> exchange) {
    subdirectories.answer(request, exchange);
  }

  /** Restores a partition of this server. */
  public void restore(RestorePartitionRequest request, Exchange<Empty> exchange) {
    restorer.take(request, exchange);
  }

  private static boolean refused(Caller caller, Exchange<?> exchange) {
    if (caller.isSuperuser()) {
      return false;
    }
    exchange.answer(new Answer.Failed<>(ErrorCode.EPERM, "only the superuser checks a cluster"));
    return true;
  }

  /** Runs work in the background and answers with its result. */
  private <R extends Result> void begin(Exchange<R> exchange, Work<R> work) {
    tasks
        .background()
        .execute(
            () ->
                begun(work)
                    .whenComplete(
                        (result, failure) ->
                            exchange.answer(
                                failure == null ? new Answer.Done<>(result) : failed(failure))));
  }

  private static <R extends Result> Answer<R> failed(Throwable failure) {
    return Futures.cause(failure) instanceof ScanCursor.NoCursorException none
        ? new Answer.Failed<>(ErrorCode.EINVAL, String.valueOf(none.getMessage()))
        : new Answer.Failed<>(ErrorCode.EIO, reason(failure));
  }

  private static <T> CompletableFuture<T> begun(Work<T> work) {
    try {
      return work.begin();
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /** The message of a failure; unexpected failures are also logged. */
  static String reason(Throwable failure) {
    Throwable cause = Futures.cause(failure);
    if (!(cause instanceof UncheckedPartException)) {
      LOG.error("a part of a check failed", cause);
    }
    return String.valueOf(cause.getMessage());
  }

  /** Asynchronous work. */
  @FunctionalInterface
  private interface Work<T> {
    CompletableFuture<T> begin();
  }
}
