package io.gigafs.server.fsck;

import io.gigafs.access.DirectoryAcls;
import io.gigafs.concurrent.Futures;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.DirectoryFacts;
import io.gigafs.protocol.Result.Empty;
import io.gigafs.protocol.fsck.CorrectCopyRequest;
import io.gigafs.protocol.fsck.Finding;
import io.gigafs.protocol.fsck.HeaderFacts;
import io.gigafs.protocol.fsck.Verdict;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.entry.DirectoryEntries;
import io.gigafs.server.entry.EntryAcls;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.CorruptRowException;
import io.gigafs.tablefs.EntryKey;
import io.gigafs.tablefs.FileType;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Compares the partitions of a directory with its entry, which is the authority. Skips the
 * directory while a transaction holds the name, or a partition is being made, removed or split.
 */
abstract class DirectoryRule implements Rule {
  private final CheckTasks tasks;
  private final ServerContext context;
  private final Headers headers;
  private final Restorer restorer;

  DirectoryRule(CheckTasks tasks, Headers headers, Restorer restorer) {
    this.tasks = tasks;
    this.context = tasks.context();
    this.headers = headers;
    this.restorer = restorer;
  }

  Headers headers() {
    return headers;
  }

  /** The damage, or null if there is none. */
  abstract @Nullable String wrong(DirectoryWalk walk, NamedDirectory entry);

  /** The zeroth partition is missing. */
  static final class Dangling extends DirectoryRule {
    Dangling(CheckTasks tasks, Headers headers, Restorer restorer) {
      super(tasks, headers, restorer);
    }

    @Override
    @Nullable String wrong(DirectoryWalk walk, NamedDirectory entry) {
      return walk.zeroth().isAbsent() ? "directory " + entry.id() + " has no partition 0" : null;
    }

    @Override
    public CompletableFuture<Verdict> repair(Finding finding, InodeId lostAndFound) {
      return restore(finding, List.of(PartitionIndex.ZEROTH));
    }
  }

  /** A partition that others refer to is missing, and no other has its range. */
  static final class Lost extends DirectoryRule {
    Lost(CheckTasks tasks, Headers headers, Restorer restorer) {
      super(tasks, headers, restorer);
    }

    @Override
    @Nullable String wrong(DirectoryWalk walk, NamedDirectory entry) {
      List<PartitionIndex> lost = walk.those(HeaderFacts::isAbsent);
      return lost.isEmpty() || walk.zeroth().isAbsent() || walk.hasWrongDepth()
          ? null
          : "directory " + entry.id() + " has no " + text(lost);
    }

    @Override
    public CompletableFuture<Verdict> repair(Finding finding, InodeId lostAndFound) {
      return DirectoryWalk.of(headers(), new InodeId(finding.subject()))
          .thenCompose(walk -> restore(finding, walk.those(HeaderFacts::isAbsent)));
    }

    private static String text(List<PartitionIndex> lost) {
      String indices = lost.stream().map(Object::toString).collect(Collectors.joining(", "));
      return lost.size() == 1
          ? "partition " + indices + ", which others refer to"
          : "partitions " + indices + ", which others refer to";
    }
  }

  /** A partition has a parent, owner or mode that differs from the entry. */
  static final class Copies extends DirectoryRule {
    Copies(CheckTasks tasks, Headers headers, Restorer restorer) {
      super(tasks, headers, restorer);
    }

    @Override
    @Nullable String wrong(DirectoryWalk walk, NamedDirectory entry) {
      List<PartitionIndex> wrong =
          walk.those(header -> header.isPresent() && differs(header, entry.owner()));
      if (wrong.isEmpty()) {
        return null;
      }
      HeaderFacts first = Objects.requireNonNull(walk.headers().get(wrong.get(0)));
      return "partition %s of directory %s%s has parent %s, mode %04o, owner %d:%d%s; the entry %s, %04o, %d:%d%s"
          .formatted(
              wrong.get(0),
              entry.id(),
              wrong.size() == 1 ? "" : " (and " + (wrong.size() - 1) + " more)",
              first.owner().parent(),
              first.owner().mode(),
              first.owner().uid(),
              first.owner().gid(),
              lists(first.owner()),
              entry.owner().parent(),
              entry.owner().mode(),
              entry.owner().uid(),
              entry.owner().gid(),
              lists(entry.owner()));
    }

    private static String lists(DirectoryFacts facts) {
      String lists =
          facts.acls().equals(DirectoryAcls.NONE) ? "" : ", lists " + facts.acls().text();
      return facts.flags() == 0 ? lists : lists + ", flags " + facts.flags();
    }

    /** Holds the name during the repair, so that the directory cannot change. */
    @Override
    public CompletableFuture<Verdict> repair(Finding finding, InodeId lostAndFound) {
      Name name = Objects.requireNonNull(finding.name(), "an entry has a name");
      long transaction = context().nextTransaction();
      return lock(finding, name, transaction)
          .thenCompose(
              entry -> {
                if (entry.isEmpty()) {
                  return CompletableFuture.completedFuture(Rule.changed());
                }
                return DirectoryWalk.of(headers(), new InodeId(finding.subject()))
                    .thenCompose(walk -> correct(finding, walk, entry.get(), transaction))
                    .whenComplete((done, failure) -> unlock(finding, name, transaction));
              });
    }

    private CompletableFuture<Optional<NamedDirectory>> lock(
        Finding finding, Name name, long transaction) {
      return tasks()
          .inTurn(
              finding.slot(),
              commitBatch -> {
                Optional<NamedDirectory> entry = entryInTurn(finding, commitBatch);
                if (!context().view().state(finding.slot()).serves()) {
                  return Optional.empty(); // another server may have the partition by now
                }
                if (entry.isPresent()) {
                  partition(finding).orElseThrow().locks().lock(name, transaction);
                }
                return entry;
              });
    }

    private void unlock(Finding finding, Name name, long transaction) {
      context()
          .lanes()
          .of(finding.slot())
          .submit(
              commitBatch ->
                  partition(finding)
                      .filter(partition -> partition.locks().isLockedBy(name, transaction))
                      .ifPresent(
                          partition -> {
                            partition.locks().unlock(name);
                            partition.resumeParked();
                          }));
    }

    private CompletableFuture<Verdict> correct(
        Finding finding, DirectoryWalk walk, NamedDirectory entry, long transaction) {
      List<CompletableFuture<Answer<Empty>>> asked =
          walk.those(header -> header.isPresent() && differs(header, entry.owner())).stream()
              .map(
                  index ->
                      tasks()
                          .ask(
                              new CorrectCopyRequest(
                                  new InodeId(finding.subject()),
                                  index,
                                  transaction,
                                  entry.owner())))
              .toList();
      return Futures.results(asked)
          .thenApply(
              answers ->
                  answers.stream()
                      .filter(answer -> !(answer instanceof Answer.Done<Empty>))
                      .findFirst()
                      .map(answer -> Rule.unrepaired(Headers.why(answer)))
                      .orElse(Rule.repaired("updated from the entry")));
    }
  }

  /** Creates the lost partitions again. */
  CompletableFuture<Verdict> restore(Finding finding, List<PartitionIndex> lost) {
    return entry(finding)
        .thenCompose(
            entry ->
                entry.isEmpty()
                    ? CompletableFuture.completedFuture(Rule.changed())
                    : restorer
                        .restore(
                            entry.get().id(), entry.get().owner(), entry.get().attributes(), lost)
                        .thenApply(
                            done ->
                                Rule.repaired("restored, with the entries that still existed")));
  }

  /** Quota domains are not compared here: the entry does not contain them. */
  static boolean differs(HeaderFacts header, DirectoryFacts entry) {
    return !header.owner().withQuotaDomain(null).equals(entry.withQuotaDomain(null));
  }

  /** An entry of a directory, and the facts that its partitions store. */
  record NamedDirectory(Attributes attributes, DirectoryFacts owner) {
    InodeId id() {
      return new InodeId(attributes.inode());
    }
  }

  @Override
  public CompletableFuture<Optional<Finding>> examine(Finding suspect) {
    return entry(suspect)
        .thenCompose(
            entry -> {
              if (entry.isEmpty()) {
                return CompletableFuture.completedFuture(Optional.empty());
              }
              return DirectoryWalk.of(headers, new InodeId(suspect.subject()))
                  .thenCompose(walk -> confirm(suspect, walk, entry.get()));
            });
  }

  private CompletableFuture<Optional<Finding>> confirm(
      Finding suspect, DirectoryWalk walk, NamedDirectory entry) {
    String wrong = walk.isUnderWay() ? null : wrong(walk, entry);
    if (wrong == null) {
      return CompletableFuture.completedFuture(Optional.empty());
    }
    // The directory may have been changed or removed while its partitions were asked.
    return entry(suspect)
        .thenApply(still -> still.filter(entry::equals).map(same -> Suspects.with(suspect, wrong)));
  }

  /** The entry, if it is still that of the directory and no change to it is in progress. */
  private CompletableFuture<Optional<NamedDirectory>> entry(Finding suspect) {
    return tasks.inTurn(suspect.slot(), commitBatch -> entryInTurn(suspect, commitBatch));
  }

  Optional<NamedDirectory> entryInTurn(Finding suspect, CommitBatch commitBatch) {
    Name name = Objects.requireNonNull(suspect.name(), "an entry has a name");
    try {
      return partition(suspect)
          .filter(partition -> partition.owns(name) && !partition.isBlocked(name))
          .map(partition -> named(partition, name, commitBatch))
          .filter(
              entry ->
                  entry.attributes().type() == FileType.DIRECTORY
                      && entry.attributes().inode() == suspect.subject());
    } catch (CorruptRowException e) {
      return Optional.empty();
    }
  }

  private static @Nullable NamedDirectory named(
      PartitionState partition, Name name, CommitBatch commitBatch) {
    EntryKey key = partition.keyOf(name);
    Attributes entry = commitBatch.batch().getEntry(key);
    return entry == null
        ? null
        : new NamedDirectory(
            entry,
            DirectoryEntries.factsOf(
                partition, entry, EntryAcls.of(commitBatch.batch(), key, entry)));
  }

  /** The partition with the entry; on its lane. */
  Optional<PartitionState> partition(Finding suspect) {
    return Optional.ofNullable(
        context
            .lanes()
            .of(suspect.slot())
            .partitions()
            .find(suspect.directory(), suspect.partition()));
  }

  ServerContext context() {
    return context;
  }

  CheckTasks tasks() {
    return tasks;
  }
}
