package io.gigafs.server.check;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Finding;
import io.gigafs.protocol.HeaderFacts;
import io.gigafs.server.lane.PartitionState;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.CorruptRowException;
import io.gigafs.tablefs.FileType;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Holds the partitions of a directory against its entry, which is the authority. Looks at nothing
 * while a transaction holds the name or a partition is being made, removed or split.
 */
abstract class DirectoryRule implements Rule {
  private final CheckContext context;
  private final Headers headers;

  DirectoryRule(CheckContext context, Headers headers) {
    this.context = context;
    this.headers = headers;
  }

  /** What is wrong, or null. */
  abstract @Nullable String wrong(DirectoryWalk walk, Attributes entry, InodeId parent);

  /** The zeroth partition is gone. */
  static final class Dangling extends DirectoryRule {
    Dangling(CheckContext context, Headers headers) {
      super(context, headers);
    }

    @Override
    @Nullable String wrong(DirectoryWalk walk, Attributes entry, InodeId parent) {
      return walk.zeroth().isAbsent()
          ? "directory " + new InodeId(entry.inode()) + " has no partition 0"
          : null;
    }
  }

  /** A partition is gone that others name. */
  static final class Lost extends DirectoryRule {
    Lost(CheckContext context, Headers headers) {
      super(context, headers);
    }

    @Override
    @Nullable String wrong(DirectoryWalk walk, Attributes entry, InodeId parent) {
      List<PartitionIndex> lost = walk.those(HeaderFacts::isAbsent);
      return lost.isEmpty() || walk.zeroth().isAbsent()
          ? null
          : "directory " + new InodeId(entry.inode()) + " has no " + text(lost);
    }

    private static String text(List<PartitionIndex> lost) {
      String indices = lost.stream().map(Object::toString).collect(Collectors.joining(", "));
      return lost.size() == 1
          ? "partition " + indices + ", which others name"
          : "partitions " + indices + ", which others name";
    }
  }

  /** A partition has another parent, owner or mode than the entry says. */
  static final class Copies extends DirectoryRule {
    Copies(CheckContext context, Headers headers) {
      super(context, headers);
    }

    @Override
    @Nullable String wrong(DirectoryWalk walk, Attributes entry, InodeId parent) {
      List<PartitionIndex> wrong =
          walk.those(header -> header.isPresent() && differs(header, entry, parent));
      if (wrong.isEmpty()) {
        return null;
      }
      HeaderFacts first = Objects.requireNonNull(walk.headers().get(wrong.get(0)));
      return "partition %s of directory %s%s has parent %s, mode %04o, owner %d:%d; the entry %s, %04o, %d:%d"
          .formatted(
              wrong.get(0),
              new InodeId(entry.inode()),
              wrong.size() == 1 ? "" : " (and " + (wrong.size() - 1) + " more)",
              first.parent(),
              first.mode(),
              first.uid(),
              first.gid(),
              parent,
              entry.mode(),
              entry.uid(),
              entry.gid());
    }
  }

  static boolean differs(HeaderFacts header, Attributes entry, InodeId parent) {
    return header.mode() != entry.mode()
        || header.uid() != entry.uid()
        || header.gid() != entry.gid()
        || !header.parent().equals(parent);
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
                  .thenCompose(walk -> judge(suspect, walk, entry.get()));
            });
  }

  private CompletableFuture<Optional<Finding>> judge(
      Finding suspect, DirectoryWalk walk, Attributes entry) {
    String wrong = walk.isUnderWay() ? null : wrong(walk, entry, suspect.directory());
    if (wrong == null) {
      return CompletableFuture.completedFuture(Optional.empty());
    }
    // The directory may have been changed or removed while its partitions were asked.
    return entry(suspect)
        .thenApply(still -> still.filter(entry::equals).map(same -> Suspects.with(suspect, wrong)));
  }

  /** The entry, if it still is that of the directory and nobody is changing it. */
  private CompletableFuture<Optional<Attributes>> entry(Finding suspect) {
    Name name = Objects.requireNonNull(suspect.name(), "an entry has a name");
    return context.inTurn(
        suspect.slot(),
        turn -> {
          try {
            @Nullable PartitionState partition =
                context
                    .lanes()
                    .of(suspect.slot())
                    .partitions()
                    .find(suspect.directory(), suspect.partition());
            if (partition == null || !partition.owns(name) || partition.isHeld(name)) {
              return Optional.empty();
            }
            Attributes entry = turn.batch().getEntry(partition.keyOf(name));
            return entry != null
                    && entry.type() == FileType.DIRECTORY
                    && entry.inode() == suspect.subject()
                ? Optional.of(entry)
                : Optional.empty();
          } catch (CorruptRowException e) {
            return Optional.empty();
          }
        });
  }
}
