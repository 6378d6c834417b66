package io.gigafs.cli.fs.operand;

import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.GigaClient;
import io.gigafs.concurrent.Futures;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.namespace.ListedEntry;
import io.gigafs.tree.ClusterTree;
import io.gigafs.tree.OrderedWalk;
import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * Sends a request for each file, also below directories, and delivers the answers in the order of
 * listings, directories before their contents. Links below an operand are left out unless the task
 * takes them; none is followed. For one thread.
 */
public final class OperandWalk<T> implements OrderedWalk.Visitor<Operand, ListedEntry, T> {
  private final FileCommand command;
  private final GigaClient client;
  private final Task<T> task;
  private final OrderedWalk<Operand, ListedEntry, T> walk;

  /** The work for each file. */
  public interface Task<T> {
    /** Sends the request, without waiting. */
    CompletableFuture<T> ask(AsyncGigaClient client, Operand operand, FileAttributes attributes);

    /** Receives the answer. */
    void accept(Operand operand, FileAttributes attributes, T answer);

    /** Whether links below an operand are included, themselves. */
    boolean takesLinks();

    /** Whether the answer for a directory must precede its listing. */
    default boolean changesAccess() {
      return false;
    }
  }

  public OperandWalk(FileCommand command, GigaClient client, Task<T> task) {
    this.command = command;
    this.client = client;
    this.task = task;
    ClusterTree tree = new ClusterTree(client.async(), true);
    this.walk = new OrderedWalk<>(directory -> tree.open(directory.path()), this);
  }

  /** Processes an operand, and its contents if requested. */
  public void walk(Operand operand, boolean recursive) throws IOException {
    FileAttributes attributes =
        task.takesLinks() ? FileCommand.lstat(client, operand) : FileCommand.stat(client, operand);
    if (attributes.type() != FileType.SYMLINK || task.takesLinks()) {
      try {
        T answer = Futures.await(task.ask(client.async(), operand, attributes));
        task.accept(operand, attributes, answer);
      } catch (CompletionException | IOException e) {
        command.failed(operand, e);
      }
    }
    if (recursive && attributes.isDirectory()) {
      walk.walk(operand);
    }
  }

  @Override
  public @Nullable CompletableFuture<T> ask(Operand directory, ListedEntry entry) {
    FileAttributes attributes = entry.attributes();
    if (attributes == null || (attributes.type() == FileType.SYMLINK && !task.takesLinks())) {
      return null;
    }
    return task.ask(client.async(), directory.child(entry.name()), attributes);
  }

  @Override
  public @Nullable Operand listAhead(Operand directory, ListedEntry entry) {
    return entry.type() == FileType.DIRECTORY && !task.changesAccess()
        ? directory.child(entry.name())
        : null;
  }

  @Override
  public @Nullable Operand accept(Operand directory, ListedEntry entry, T answer) {
    Operand operand = directory.child(entry.name());
    task.accept(operand, Objects.requireNonNull(entry.attributes()), answer);
    return entry.type() == FileType.DIRECTORY ? operand : null;
  }

  @Override
  public @Nullable Operand failed(
      Operand directory, @Nullable ListedEntry entry, Throwable thrown) {
    Operand operand = entry == null ? directory : directory.child(entry.name());
    command.failed(operand, thrown);
    return entry != null && entry.type() == FileType.DIRECTORY ? operand : null;
  }
}
