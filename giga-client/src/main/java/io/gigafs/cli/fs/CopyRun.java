package io.gigafs.cli.fs;

import io.gigafs.cli.CommandException;
import io.gigafs.cli.ErrorText;
import io.gigafs.client.Follow;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.namespace.ListedEntry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Copies one operand: its contents and its directories, which only their owner can access while
 * they are filled, and which get their attributes last. For one walk; the walk's threads call its
 * methods.
 */
final class CopyRun implements TreeWalk.Visitor {
  private final Copier copier;
  private final TransferCommand command;
  private final GigaClient client;
  private final CopyRules rules;
  private final Operand source;
  private final Operand destination;
  private final CopiedAttributes attributes;
  private final CopyFiles files;

  /** Source directories that are being copied. */
  private final Map<GigaPath, OpenDirectory> open = new ConcurrentHashMap<>();

  private @Nullable InodeId top;
  private volatile boolean failed;

  /**
   * A directory that is being copied.
   *
   * @param from the attributes of the source
   * @param made whether the copy is new
   */
  private record OpenDirectory(Operand source, Operand copy, FileAttributes from, boolean made) {}

  /** Creates a copy. */
  private interface Making {
    void make() throws IOException;
  }

  CopyRun(Copier copier, Operand source, Operand destination) {
    this.copier = copier;
    this.command = copier.command();
    this.client = copier.client();
    this.rules = copier.rules();
    this.source = source;
    this.destination = destination;
    this.attributes = new CopiedAttributes(client, rules, command.shell().identity());
    this.files = new CopyFiles(copier, attributes);
  }

  boolean run() throws IOException {
    FileAttributes from =
        rules.followsOperands()
            ? FileCommand.stat(client, source)
            : FileCommand.lstat(client, source);
    if (from.isDirectory() && !rules.recursive()) {
      throw CommandException.failed("-r not specified; omitting directory " + source.shown());
    }
    if (!from.isDirectory() && destination.directoryOnly()) {
      throw ErrorCode.ENOTDIR.exception(destination.text());
    }
    attributes.noteDirectory(
        destination.path().isRoot() ? GigaPath.ROOT : destination.path().parent());
    if (!from.isDirectory()) {
      files.copy(from, source, destination);
    } else if (makeDirectory(from, source, destination)) {
      top = client.stat(destination.path(), Follow.NO).inode();
      try (TreeWalk walk = new TreeWalk(client.async(), true, this)) {
        walk.walk(source);
      }
      leaveTheRest();
    }
    return !failed;
  }

  @Override
  public ListedEntry taken(Operand operand, ListedEntry entry) throws GigaException {
    if (entry.type() != FileType.SYMLINK || !rules.followsAll()) {
      return entry;
    }
    FileAttributes target = client.stat(operand.path());
    return new ListedEntry(entry.name(), target.inode(), target.type(), target);
  }

  @Override
  public CompletableFuture<Boolean> enter(Operand directory, ListedEntry entry) {
    if (entry.inode().equals(top)) {
      fail("cannot copy a directory, " + source.shown() + ", into itself, " + destination.shown());
      return CompletableFuture.completedFuture(false);
    }
    if (isOpenAbove(directory, entry.inode())) {
      fail("cannot copy cyclic symbolic link " + directory.shown());
      return CompletableFuture.completedFuture(false);
    }
    boolean[] made = new boolean[1];
    Operand copy = copyOf(directory);
    attempt(
        directory, copy, () -> made[0] = makeDirectory(known(directory, entry), directory, copy));
    return CompletableFuture.completedFuture(made[0]);
  }

  @Override
  public CompletableFuture<?> visit(Operand file, ListedEntry entry) {
    Operand copy = copyOf(file);
    return CompletableFuture.runAsync(
        () -> attempt(file, copy, () -> files.copy(known(file, entry), file, copy)), copier.pool());
  }

  @Override
  public CompletableFuture<?> leave(Operand directory) {
    return CompletableFuture.runAsync(() -> close(directory.path()), copier.pool());
  }

  @Override
  public void failed(Operand operand, Throwable thrown) {
    fail(command.attempted(operand, copyOf(operand)) + ": " + FileCommand.reason(operand, thrown));
  }

  /** Finishes directories whose listing failed, which the walk does not leave. */
  private void leaveTheRest() {
    List<GigaPath> rest = new ArrayList<>(open.keySet());
    rest.sort(Comparator.comparingInt((GigaPath path) -> path.names().size()).reversed());
    rest.forEach(this::close);
  }

  private void close(GigaPath path) {
    OpenDirectory left = open.remove(path);
    if (left != null) {
      attempt(
          left.source(),
          left.copy(),
          () -> {
            if (left.made()) {
              attributes.finish(left.from(), left.source(), left.copy());
            } else {
              attributes.preserve(left.from(), left.source(), left.copy());
            }
          });
    }
  }

  private boolean isOpenAbove(Operand directory, InodeId inode) {
    if (!rules.followsAll()) {
      return false;
    }
    for (GigaPath path = directory.path(); !path.equals(source.path()); ) {
      path = path.parent();
      OpenDirectory above = open.get(path);
      if (above != null && above.from().inode().equals(inode)) {
        return true;
      }
    }
    return false;
  }

  private FileAttributes known(Operand operand, ListedEntry entry) throws GigaException {
    FileAttributes listed = entry.attributes();
    return listed == null || listed.isDirectory() ? client.stat(operand.path()) : listed;
  }

  private Operand copyOf(Operand operand) {
    Operand copy = destination;
    List<Name> names = operand.path().names();
    for (Name name : names.subList(source.path().names().size(), names.size())) {
      copy = copy.child(name);
    }
    return copy;
  }

  private void attempt(Operand file, Operand copy, Making making) {
    try {
      making.make();
    } catch (CommandException e) {
      fail(ErrorText.of(e));
    } catch (IOException | UncheckedIOException e) {
      fail(command.attempted(file, copy) + ": " + FileCommand.reason(file, e));
    }
  }

  private void fail(String line) {
    failed = true;
    command.complain(line);
  }

  /** Returns whether there is a directory now to copy into. */
  private boolean makeDirectory(FileAttributes from, Operand directory, Operand copy)
      throws GigaException {
    boolean made = true;
    try {
      client.makeDirectory(copy.path(), attributes.initialMode(from));
      copier.made(directory, copy);
    } catch (GigaException e) {
      if (e.code() != ErrorCode.EEXIST) {
        throw e;
      }
      FileAttributes there = FileCommand.lstat(client, copy);
      TransferCommand.checkKinds(from, directory, there, copy);
      if (there.inode().equals(from.inode())) {
        throw TransferCommand.sameFile(directory, copy);
      }
      attributes.noteDirectory(copy.path());
      made = false;
    }
    open.put(directory.path(), new OpenDirectory(directory, copy, from, made));
    return true;
  }
}
