package io.gigafs.cli.fs;

import io.gigafs.cli.CommandException;
import io.gigafs.cli.data.LocalPaths;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.namespace.ListedEntry;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Copies one operand to this machine: its contents and its directories, which only their owner can
 * access while they are filled, and which get their attributes last. For one walk; the walk's
 * threads call its methods.
 */
final class GetRun implements TreeWalk.Visitor {
  private static final int PRIVATE_DIRECTORY = 0700;

  private final LocalCopy run;
  private final GigaClient client;
  private final LocalCopyRules rules;
  private final LocalAttributes attributes;
  private final GetFiles files;
  private final Operand source;
  private final Path destination;

  private final Map<GigaPath, OpenDirectory> open = new ConcurrentHashMap<>();

  /**
   * A directory that is being copied.
   *
   * @param made whether the copy is new
   */
  private record OpenDirectory(Operand source, Path copy, FileAttributes from, boolean made) {}

  GetRun(
      LocalCopy run,
      Map<InodeId, CompletableFuture<Path>> copies,
      Operand source,
      Path destination) {
    this.run = run;
    this.client = run.client();
    this.rules = run.rules();
    this.attributes =
        new LocalAttributes(
            rules, run.command().shell().identity().umask(), run.command()::complain);
    this.files = new GetFiles(run, attributes, copies);
    this.source = source;
    this.destination = destination;
  }

  void run() throws IOException {
    FileAttributes from =
        rules.copy().followsOperands()
            ? FileCommand.stat(client, source)
            : FileCommand.lstat(client, source);
    if (!from.isDirectory()) {
      run.progress().expect(from.size());
      run.progress().foundAll();
      files.get(from, source, destination);
      return;
    }
    if (!rules.copy().recursive()) {
      throw CommandException.failed("-r not specified; omitting directory " + source.shown());
    }
    enter(from, source, destination);
    try (TreeWalk walk = new TreeWalk(client.async(), true, this)) {
      walk.walk(source);
    }
    leaveTheRest();
  }

  @Override
  public CompletableFuture<Boolean> enter(Operand directory, ListedEntry entry) {
    Path copy = copyOf(directory);
    return CompletableFuture.completedFuture(
        run.attempt(
            directory.shown(),
            GetFiles.shown(copy),
            () -> enter(client.stat(directory.path()), directory, copy)));
  }

  @Override
  public CompletableFuture<?> visit(Operand file, ListedEntry entry) {
    Path copy = copyOf(file);
    FileAttributes from =
        Objects.requireNonNull(entry.attributes(), "the walk asks for attributes");
    run.progress().expect(from.size());
    files.announce(from, file, copy);
    return run.submit(file.shown(), GetFiles.shown(copy), () -> files.get(from, file, copy))
        .whenComplete((done, failure) -> files.done(file));
  }

  @Override
  public CompletableFuture<?> leave(Operand directory) {
    leave(directory.path());
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public void failed(Operand operand, Throwable thrown) {
    run.command()
        .complain(
            "cannot copy "
                + operand.shown()
                + " to "
                + GetFiles.shown(copyOf(operand))
                + ": "
                + FileCommand.reason(operand, thrown));
  }

  private Path copyOf(Operand operand) {
    Path copy = destination;
    List<Name> names = operand.path().names();
    for (Name name : names.subList(source.path().names().size(), names.size())) {
      copy = LocalPaths.child(copy, name.bytes());
    }
    return copy;
  }

  private void enter(FileAttributes from, Operand directory, Path copy) throws IOException {
    boolean made = true;
    try {
      Files.createDirectory(copy);
      Files.setAttribute(copy, "unix:mode", PRIVATE_DIRECTORY);
    } catch (FileAlreadyExistsException e) {
      made = false;
      if (!Files.isDirectory(copy)) {
        throw CommandException.failed(
            "cannot overwrite non-directory "
                + GetFiles.shown(copy)
                + " with directory "
                + directory.shown());
      }
    }
    open.put(directory.path(), new OpenDirectory(directory, copy, from, made));
  }

  /** Finishes directories that were not copied completely, which the walk does not leave. */
  private void leaveTheRest() {
    List<GigaPath> rest = new ArrayList<>(open.keySet());
    rest.sort(Comparator.comparingInt((GigaPath path) -> path.names().size()).reversed());
    rest.forEach(this::leave);
  }

  private void leave(GigaPath path) {
    OpenDirectory left = open.remove(path);
    if (left == null) {
      return;
    }
    Integer mode = left.made() ? Integer.valueOf(attributes.maskedMode(left.from())) : null;
    var unused =
        run.attempt(
            left.source().shown(),
            GetFiles.shown(left.copy()),
            () ->
                attributes.finish(
                    left.copy(), left.from(), attributes.xattrsOf(client, left.source()), mode));
  }
}
