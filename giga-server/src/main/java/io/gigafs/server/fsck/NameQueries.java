package io.gigafs.server.fsck;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.PartitionMap;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.Request.PartitionRequest;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.Result.Empty;
import io.gigafs.protocol.fsck.AdoptRequest;
import io.gigafs.protocol.fsck.AdoptRequest.EntryAttachments;
import io.gigafs.protocol.namespace.LookupRequest;
import io.gigafs.protocol.namespace.LookupResult;
import io.gigafs.server.fsck.Rule.UncheckedPartException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Looks up names on all servers, by partition maps that redirects complete. */
final class NameQueries {
  /** A map grows by every redirect, and a name is at most this deep. */
  private static final int MAX_REDIRECTS = 2 * PartitionIndex.MAX_DEPTH;

  private final CheckTasks tasks;

  NameQueries(CheckTasks tasks) {
    this.tasks = tasks;
  }

  /**
   * The attributes of a name in a directory; empty if there is no such name or directory. An {@link
   * UncheckedPartException} if the partition that owns the name is lost.
   */
  CompletableFuture<Optional<FileAttributes>> find(InodeId directory, Name name) {
    PartitionIndex[] asked = {PartitionIndex.ZEROTH};
    Function<PartitionIndex, PartitionRequest<LookupResult>> request =
        index -> {
          asked[0] = index;
          return new LookupRequest(directory, index, Caller.ROOT, name, false, false, false);
        };
    return ask(name, request, PartitionMap.UNSPLIT, MAX_REDIRECTS)
        .thenApply(
            answer -> {
              if (answer instanceof Answer.Done<LookupResult> done) {
                return Optional.of(done.result().attributes());
              }
              if (isDirectoryGone(answer, asked[0])
                  || (answer instanceof Answer.Failed<LookupResult> failed
                      && failed.code() == ErrorCode.ENOENT)) {
                return Optional.empty();
              }
              throw new UncheckedPartException(
                  "'%s' in directory %s could not be looked up: %s"
                      .formatted(name, directory, Headers.why(answer)));
            });
  }

  /** Adds an entry to the directory for lost entries. */
  CompletableFuture<?> adopt(
      InodeId lostAndFound,
      Name name,
      FileAttributes attributes,
      EntryAttachments entryAttachments) {
    return adoptIfExists(lostAndFound, name, attributes, entryAttachments)
        .thenAccept(
            exists -> {
              if (!exists) {
                throw new UncheckedPartException(
                    "'%s' could not be put into /lost+found, which does not exist".formatted(name));
              }
            });
  }

  /** Adds an entry to a directory; returns false if the directory does not exist. */
  CompletableFuture<Boolean> adoptIfExists(
      InodeId directory, Name name, FileAttributes attributes, EntryAttachments entryAttachments) {
    PartitionIndex[] asked = {PartitionIndex.ZEROTH};
    Function<PartitionIndex, PartitionRequest<Empty>> request =
        index -> {
          asked[0] = index;
          return new AdoptRequest(directory, index, name, attributes, entryAttachments);
        };
    return ask(name, request, PartitionMap.UNSPLIT, MAX_REDIRECTS)
        .thenApply(
            answer -> {
              if (answer instanceof Answer.Done<Empty>) {
                return true;
              }
              if (isDirectoryGone(answer, asked[0])) {
                return false;
              }
              throw new UncheckedPartException(
                  "'%s' could not be put into directory %s: %s"
                      .formatted(name, directory, Headers.why(answer)));
            });
  }

  private static boolean isDirectoryGone(Answer<?> answer, PartitionIndex asked) {
    return answer instanceof Answer.Failed<?> failed
        && failed.code() == ErrorCode.ESTALE
        && asked.equals(PartitionIndex.ZEROTH);
  }

  private <R extends Result> CompletableFuture<Answer<R>> ask(
      Name name,
      Function<PartitionIndex, PartitionRequest<R>> requests,
      PartitionMap map,
      int redirects) {
    return tasks
        .ask(requests.apply(map.indexOf(name.hash())))
        .thenCompose(
            answer ->
                answer instanceof Answer.Split<R> split && redirects > 0
                    ? ask(name, requests, map.merge(split.map()), redirects - 1)
                    : CompletableFuture.completedFuture(answer));
  }

  /** The name for a lost entry that was found in a directory. */
  static Name lost(InodeId directory, InodeId inode, byte[] name) {
    byte[] origin =
        (directory.zerothSlot()
                + "."
                + directory.counter()
                + "."
                + inode.zerothSlot()
                + "."
                + inode.counter()
                + ".")
            .getBytes(StandardCharsets.US_ASCII);
    byte[] all = Arrays.copyOf(origin, Math.min(Name.MAX_BYTES, origin.length + name.length));
    System.arraycopy(name, 0, all, origin.length, all.length - origin.length);
    return Name.of(all);
  }

  /** The name for a lost directory. */
  static Name lost(InodeId directory) {
    return Name.of("directory." + directory.zerothSlot() + "." + directory.counter());
  }
}
