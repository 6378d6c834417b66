package io.gigafs.cli.adopt;

import io.gigafs.cli.ErrorText;
import io.gigafs.client.BulkOutcome;
import io.gigafs.client.GigaPath;
import io.gigafs.concurrent.Futures;
import io.gigafs.index.Name;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.bulk.RestoredEntry;
import io.gigafs.protocol.file.FileData;
import io.gigafs.protocol.namespace.Xattr;
import io.gigafs.time.FileTimestamp;
import io.gigafs.tree.OnFailure;
import io.gigafs.tree.TreeRun;
import io.gigafs.tree.TreeWalk;
import io.gigafs.volume.DataLocation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Creates the entries of an adopted tree. Threads read directories ahead of the cluster; many
 * requests are outstanding, bounded by a window.
 *
 * <ol>
 *   <li>A directory is created with access for the superuser only. It gets its attributes when all
 *       of its entries exist. So a directory that has them is done, with everything below it: a
 *       resumed adoption skips it.
 *   <li>An existing entry must be the one that an earlier run created: the same bytes, the same
 *       target.
 *   <li>Names of files with several names are deferred until the whole tree was read; until all
 *       names of such a file are created, none of their directories is done.
 *   <li>Files that cannot be adopted are reported, counted and left out; the directories above them
 *       do not get their ctime, so that a later run reads them again.
 * </ol>
 */
final class Adopter {
  /** Limit of entries that are being created or waiting for it. */
  private static final int WINDOW = 32_768;

  /** A directory counts as at least this many entries. */
  private static final int DIRECTORY_SHARE = 64;

  /** Network file systems answer this many concurrent requests in the time of one. */
  private static final int READERS = 8;

  private static final int MAX_BATCH = 1_000;
  private static final int MAX_LOCATION_BYTES = 4_095;

  private final Requests requests;
  private final Restoring restoring;
  private final SourceTree tree;
  private final int volume;
  private final boolean resumes;
  private final long settledBefore;
  private final Consumer<String> complaints;
  private final AdoptTotals totals;
  private final TreeWalk<AdoptedDirectory, TreeReader.Found> walk;
  private final TreeRun<AdoptedDirectory> run;
  private final HardLinkedFiles linked = new HardLinkedFiles();

  /** Creates entries of a directory, as {@code AsyncGigaClient.restoreAll} does. */
  @FunctionalInterface
  interface Restoring {
    CompletableFuture<List<BulkOutcome>> restoreAll(
        GigaPath directory, List<RestoredEntry> entries);
  }

  /**
   * @param resumes whether an earlier run may have created a part of it
   * @param settledBefore files that were changed later, in ns since the epoch, may still be being
   *     written: their sizes are taken from the volume for now
   * @param complaints receives what cannot be adopted and why
   */
  Adopter(
      Requests requests,
      Restoring restoring,
      SourceTree tree,
      int volume,
      boolean resumes,
      long settledBefore,
      AdoptTotals totals,
      Consumer<String> complaints) {
    this.requests = requests;
    this.restoring = restoring;
    this.tree = tree;
    this.volume = volume;
    this.resumes = resumes;
    this.settledBefore = settledBefore;
    this.totals = totals;
    this.complaints = complaints;
    TreeReader reader = new TreeReader(this, tree, totals);
    this.walk = new TreeWalk<>(reader, reader, WINDOW, READERS);
    this.run = walk.run();
  }

  /**
   * Adopts a tree into an existing directory. The caller sets the attributes of that directory once
   * everything is done.
   *
   * @return the directory with its final attributes
   */
  AdoptedDirectory adopt(SourceFile root, GigaPath top) throws IOException {
    AdoptedDirectory directory =
        new AdoptedDirectory(top, root, "", null, 1, CompletableFuture.completedFuture(null));
    try (walk) {
      walk.read(directory);
      linked.files().forEach(this::adopt);
      directory.awaitEnd();
    }
    run.throwIfStopped();
    return directory;
  }

  /** Whether the adoption has failed and ends. */
  boolean hasFailed() {
    return run.isStopped();
  }

  /** Leaves an entry out. */
  void skip(AdoptedDirectory directory, String shown, String why) {
    totals.addSkipped();
    directory.setIncomplete();
    complaints.accept(shown + ": " + why);
  }

  /** Creates a directory, which is then read. */
  AdoptedDirectory enter(AdoptedDirectory parent, SourceFile source, Name name) {
    run.acquire(DIRECTORY_SHARE);
    GigaPath path = parent.path().child(name);
    CompletableFuture<FileAttributes> made =
        parent.exists().thenCompose(exists -> requests.makeDirectory(path));
    AdoptedDirectory directory =
        new AdoptedDirectory(
            path, source, parent.location() + text(name) + "/", parent, parent.entryShare(), made);
    run.begin(directory);
    made.whenComplete(
        (attributes, thrown) -> {
          if (thrown == null) {
            totals.addDirectory();
          } else {
            fail(directory, path, thrown);
          }
          run.end(directory, DIRECTORY_SHARE);
        });
    return directory;
  }

  /** Whether an earlier run finished a directory; waits until that is known. */
  boolean isDone(AdoptedDirectory directory) {
    if (!resumes) {
      return false;
    }
    try {
      Object found = directory.exists().join();
      SourceFile source = directory.source();
      return found instanceof FileAttributes there
          && there.mode() == source.mode()
          && there.uid() == source.uid()
          && there.gid() == source.gid()
          && there.modifiedNanos() == source.modifiedNanos()
          && there.changedNanos() == source.changedNanos();
    } catch (java.util.concurrent.CompletionException e) {
      return false;
    }
  }

  /** Entries of a directory that are created together, as many as fit in a request. */
  final class Batch {
    private final AdoptedDirectory directory;
    private List<RestoredEntry> entries = new ArrayList<>();
    private List<Decorated> decorated = new ArrayList<>();

    Batch(AdoptedDirectory directory) {
      this.directory = directory;
    }

    /** Adds a file that is not a directory. */
    void add(SourceFile file, Name name) throws IOException {
      if (file.type() == FileType.SYMLINK) {
        addLink(file, name);
        return;
      }
      String location = directory.location() + text(name);
      if (location.getBytes(StandardCharsets.UTF_8).length > MAX_LOCATION_BYTES) {
        skip(directory, file.path(), "its path is too long");
        return;
      }
      List<Xattr> xattrs = tree.xattrs(file);
      RestoredEntry entry = file.entry(name, dataOf(file, location));
      if (file.links() > 1) {
        run.begin(directory);
        linked.add(file, entry, xattrs, directory);
        return;
      }
      if (!xattrs.isEmpty()) {
        decorated.add(new Decorated(directory.path().child(name), file, xattrs));
      }
      entries.add(entry);
      if (entries.size() == MAX_BATCH) {
        send();
      }
    }

    private void addLink(SourceFile file, Name name) throws IOException {
      GigaPath path = directory.path().child(name);
      byte[] target = tree.target(file);
      run.acquire(1);
      run.begin(directory);
      directory
          .exists()
          .thenCompose(exists -> requests.makeLink(path, target, file.restoringLink()))
          .whenComplete((made, thrown) -> made(directory, path, 1, 0, thrown));
    }

    /** Sends the entries added since the last call. */
    void send() {
      if (entries.isEmpty()) {
        return;
      }
      List<RestoredEntry> sent = entries;
      List<Decorated> after = decorated;
      entries = new ArrayList<>();
      decorated = new ArrayList<>();
      run.acquire(sent.size());
      run.begin(directory);
      directory
          .exists()
          .thenCompose(exists -> restoring.restoreAll(directory.path(), sent))
          .thenAccept(outcomes -> check(directory, sent, outcomes))
          .thenCompose(made -> decorate(after))
          .whenComplete(
              (made, thrown) -> {
                if (thrown != null) {
                  fail(directory, directory.path(), thrown);
                }
                run.end(directory, sent.size());
              });
    }
  }

  /** A file with extended attributes. */
  private record Decorated(GigaPath path, SourceFile file, List<Xattr> xattrs) {}

  private CompletableFuture<?> decorate(List<Decorated> files) {
    List<CompletableFuture<?>> ends = new ArrayList<>();
    for (Decorated each : files) {
      ends.add(
          requests
              .setXattrs(each.path, each.xattrs)
              .thenCompose(set -> requests.setAttributes(each.path, each.file.restoringTimes())));
    }
    return Futures.allOf(ends);
  }

  private FileData.@Nullable Stored dataOf(SourceFile file, String location) {
    return file.type() == FileType.REGULAR
        ? new FileData.Stored(
            new DataLocation(volume, location),
            !FileTimestamp.isAfter(settledBefore, file.modifiedNanos()))
        : null;
  }

  private void check(
      AdoptedDirectory directory, List<RestoredEntry> sent, List<BulkOutcome> outcomes) {
    long made = 0;
    long bytes = 0;
    for (int i = 0; i < outcomes.size(); i++) {
      ErrorCode error = outcomes.get(i).error();
      if (error == null) {
        made++;
        bytes += sent.get(i).size();
      } else {
        GigaPath path = directory.path().child(sent.get(i).name());
        fail(
            directory,
            path,
            error == ErrorCode.EEXIST ? Requests.other(path) : error.exception(path.toString()));
      }
    }
    totals.addEntries(made, bytes);
  }

  /**
   * Creates all names of a file, the smallest first, so that every run begins with the same one.
   */
  private void adopt(HardLinkedFiles.LinkedFile file) {
    if (run.isStopped()) {
      file.names().forEach(name -> run.end(name.directory(), 0));
      return;
    }
    run.acquire(1);
    HardLinkedFiles.LinkedName first = file.names().get(0);
    CompletableFuture<Void> made =
        allExist(file)
            .thenCompose(
                exist -> restoring.restoreAll(first.directory().path(), List.of(first.entry())))
            .thenCompose(
                outcomes ->
                    outcomes.get(0).error() == ErrorCode.EEXIST
                        ? requests.checkLinked(first.path())
                        : succeeded(first, outcomes.get(0)))
            .thenCompose(done -> requests.setXattrs(first.path(), file.xattrs()));
    for (HardLinkedFiles.LinkedName other : file.names().subList(1, file.names().size())) {
      made = made.thenCompose(done -> requests.link(first.path(), other.path()));
    }
    made.thenCompose(done -> requests.setAttributes(first.path(), file.source().restoringTimes()))
        .whenComplete((done, thrown) -> linked(file, thrown));
  }

  /**
   * Waits for the directories of a file's names, which may not exist yet when the tree is
   * completely read.
   */
  private static CompletableFuture<Void> allExist(HardLinkedFiles.LinkedFile file) {
    return CompletableFuture.allOf(
        file.names().stream()
            .map(name -> name.directory().exists())
            .toArray(CompletableFuture<?>[]::new));
  }

  private static CompletableFuture<Void> succeeded(
      HardLinkedFiles.LinkedName name, BulkOutcome outcome) {
    ErrorCode error = outcome.error();
    return error == null
        ? CompletableFuture.completedFuture(null)
        : CompletableFuture.failedFuture(error.exception(name.path().toString()));
  }

  private void linked(HardLinkedFiles.LinkedFile file, @Nullable Throwable thrown) {
    HardLinkedFiles.LinkedName first = file.names().get(0);
    if (thrown == null) {
      totals.addEntries(file.names().size(), first.entry().size());
    } else {
      fail(first.directory(), first.path(), thrown);
      file.names().forEach(name -> name.directory().setIncomplete());
    }
    int share = 1;
    for (HardLinkedFiles.LinkedName name : file.names()) {
      run.end(name.directory(), share);
      share = 0;
    }
  }

  private void made(
      AdoptedDirectory directory,
      GigaPath path,
      int share,
      long bytes,
      @Nullable Throwable thrown) {
    if (thrown == null) {
      totals.addEntries(share, bytes);
    } else {
      fail(directory, path, thrown);
    }
    run.end(directory, share);
  }

  /** Gives a directory its attributes, now that all of its entries exist; the top is left out. */
  CompletableFuture<?> finish(AdoptedDirectory directory) {
    return directory.parent() == null
        ? CompletableFuture.completedFuture(null)
        : requests
            .setXattrs(directory.path(), directory.xattrs())
            .thenCompose(
                set ->
                    requests.setAttributes(
                        directory.path(), directory.source().restoring(!directory.isIncomplete())));
  }

  /**
   * Handles a failure. An error of one file is reported; an error of the cluster ends the adoption.
   */
  OnFailure failed(AdoptedDirectory directory, GigaPath path, Throwable thrown) {
    if (ErrorText.isError(
        thrown,
        ErrorCode.EEXIST,
        ErrorCode.EINVAL,
        ErrorCode.ENOTDIR,
        ErrorCode.E2BIG,
        ErrorCode.ERANGE,
        ErrorCode.EOPNOTSUPP)) {
      skip(directory, path.toString(), ErrorText.of(thrown));
      return OnFailure.CONTINUE;
    }
    Throwable cause = ErrorText.unwrap(thrown);
    run.stop(cause instanceof IOException ? cause : new IOException(ErrorText.of(cause), cause));
    return OnFailure.STOP;
  }

  private void fail(AdoptedDirectory directory, GigaPath path, Throwable thrown) {
    var unused = failed(directory, path, thrown);
  }

  private static String text(Name name) {
    return new String(name.bytes(), StandardCharsets.UTF_8);
  }
}
