package io.gigafs.server.migration;

import io.gigafs.cluster.ServerId;
import io.gigafs.concurrent.Futures;
import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.Result.Empty;
import io.gigafs.protocol.migration.InstallFilesRequest;
import io.gigafs.protocol.migration.InstallFilesRequest.TransferFile;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.crash.CrashPoint;
import io.gigafs.tablefs.EntryCounts;
import io.gigafs.tablefs.EntryRange;
import io.gigafs.tablefs.RangeFile;
import io.gigafs.tablefs.Store.ExtractedRange;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends a partition's rows to its new owner as files: through the transfer directory, or in
 * messages if that is not used or fails. Not thread-safe.
 */
final class FileTransfer {
  private static final Logger LOG = LoggerFactory.getLogger(FileTransfer.class);

  /** The receiver gives up after 10 s, and answers so. */
  private static final long TAKE_MILLIS = 12_000;

  private final PartitionSender sender;
  private final ServerContext context;
  private final InodeId directory;
  private final PartitionIndex partition;
  private final EntryRange range;
  private final long transaction;
  private final TransferDirectory shared;
  private final ServerId receiver;

  /** Counts of the rows that were written last. Set before they are sent. */
  private EntryCounts counts = EntryCounts.NONE;

  FileTransfer(
      PartitionSender sender,
      InodeId directory,
      PartitionIndex partition,
      EntryRange range,
      long transaction) {
    this.sender = sender;
    this.context = sender.context();
    this.directory = directory;
    this.partition = partition;
    this.range = range;
    this.transaction = transaction;
    this.shared = sender.transferDirectory();
    this.receiver = context.view().get().ownerOf(context.view().slotOf(directory, partition)).id();
  }

  /** Runs in the background. */
  CompletableFuture<Shipment> send() {
    return shared.isWorthTrying(receiver) ? share() : stream();
  }

  private CompletableFuture<Shipment> share() {
    return shared
        .write(transaction, this::extract)
        .handleAsync(
            (files, failure) -> {
              if (failure == null) {
                return offer(files);
              }
              shared.pause(
                  context.view().self(), String.valueOf(Futures.cause(failure).getMessage()));
              return stream();
            },
            sender.background())
        .thenCompose(Function.identity());
  }

  private List<RangeFile> extract(Path folder) {
    ExtractedRange extracted = context.store().extract(range, folder);
    counts = extracted.counts();
    return extracted.files();
  }

  private CompletableFuture<Shipment> offer(List<TransferFile> files) {
    context.reached(CrashPoint.SPLIT_EXTRACTED);
    InstallFilesRequest request =
        new InstallFilesRequest(directory, partition, transaction, context.view().self(), files);
    return context
        .messenger()
        .ask(request, context.in(TAKE_MILLIS))
        .thenComposeAsync(answer -> offered(files, answer), sender.background())
        .whenComplete((sent, failure) -> shared.remove(transaction));
  }

  private CompletableFuture<Shipment> offered(List<TransferFile> files, Answer<Empty> answer) {
    if (answer instanceof Answer.Done<Empty>) {
      context.counters().transfersShared().increment();
      long bytes = files.stream().mapToLong(TransferFile::size).sum();
      return CompletableFuture.completedFuture(
          new Shipment(files.size(), List.of(), bytes, counts));
    }
    if (answer instanceof Answer.Failed<Empty> failed && isOfDirectory(failed.code())) {
      shared.pause(receiver, failed.detail());
      if (failed.code() != ErrorCode.ETIMEDOUT) { // else it may still be taking them
        return stream(); // the files there may be damaged
      }
    }
    return CompletableFuture.failedFuture(
        new IOException("the target answered the offer of files with " + answer));
  }

  /** Whether an error concerns the transfer directory, not the transfer itself. */
  private static boolean isOfDirectory(ErrorCode code) {
    return switch (code) {
      case ESTALE, EBUSY, ENOSPC -> false;
      default -> true;
    };
  }

  private CompletableFuture<Shipment> stream() {
    Path folder = sender.outgoing().resolve(Long.toHexString(transaction));
    try {
      Files.createDirectories(folder);
      List<RangeFile> files = extract(folder);
      context.reached(CrashPoint.SPLIT_EXTRACTED);
      long bytes = 0;
      for (RangeFile file : files) {
        bytes += Files.size(file.path());
      }
      Shipment shipment = new Shipment(files.size(), List.of(), bytes, counts);
      return new Upload(sender, directory, partition, transaction, files)
          .send()
          .whenComplete((sent, failure) -> sender.background().execute(() -> remove(folder)))
          .thenApply(sent -> shipment);
    } catch (RuntimeException | IOException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private static void remove(Path folder) {
    try {
      WorkFolder.remove(folder);
    } catch (UncheckedIOException e) {
      LOG.warn("could not remove {}; it is removed at the next start", folder, e);
    }
  }
}
