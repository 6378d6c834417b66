package io.gigafs.cli.fs;

import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaClient.EntryIterator;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.ListedEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * Asks something of files, and of all below directories, and tells the answers in the order of
 * listings, directories before what they hold. Many requests are under way; what is held are some
 * of them for each level of the tree. Links below an operand are left out unless the task takes
 * them; none is followed. For one thread.
 */
final class OrderedWalk<T> {
  private static final int CHUNK = 512;

  private final FileCommand command;
  private final GigaClient client;
  private final Task<T> task;

  /** What to do with each file. */
  interface Task<T> {
    /** Asks, without waiting. */
    CompletableFuture<T> ask(AsyncGigaClient client, Operand operand, FileAttributes attributes);

    /** Takes the answer. */
    void accept(Operand operand, FileAttributes attributes, T answer);

    /** Whether links that are met on the way are asked too, themselves. */
    boolean takesLinks();
  }

  private record Asked<T>(
      Operand operand, FileAttributes attributes, @Nullable CompletableFuture<T> answer) {}

  OrderedWalk(FileCommand command, GigaClient client, Task<T> task) {
    this.command = command;
    this.client = client;
    this.task = task;
  }

  /** Asks an operand, and what is below it if that is wanted. */
  void walk(Operand operand, boolean recursive) throws GigaException {
    FileAttributes attributes =
        task.takesLinks() ? FileCommand.lstat(client, operand) : FileCommand.stat(client, operand);
    Asked<T> asked = ask(operand, attributes);
    accept(asked);
    if (recursive && attributes.isDirectory()) {
      walkBelow(operand);
    }
  }

  private void walkBelow(Operand directory) throws GigaException {
    try (EntryIterator entries = client.list(directory.path(), true)) {
      while (entries.hasNext()) {
        for (Asked<T> asked : chunk(directory, entries)) {
          accept(asked);
          if (asked.attributes().isDirectory()) {
            command.attempt(asked.operand(), this::walkBelow);
          }
        }
      }
    }
  }

  private List<Asked<T>> chunk(Operand directory, EntryIterator entries) {
    List<Asked<T>> chunk = new ArrayList<>();
    while (entries.hasNext() && chunk.size() < CHUNK) {
      ListedEntry entry = entries.next();
      FileAttributes attributes = entry.attributes();
      if (attributes != null) {
        chunk.add(ask(directory.child(entry.name()), attributes));
      }
    }
    return chunk;
  }

  private Asked<T> ask(Operand operand, FileAttributes attributes) {
    boolean left = attributes.type() == FileType.SYMLINK && !task.takesLinks();
    return new Asked<>(
        operand, attributes, left ? null : task.ask(client.async(), operand, attributes));
  }

  private void accept(Asked<T> asked) {
    CompletableFuture<T> answer = asked.answer();
    if (answer != null) {
      T told;
      try {
        told = answer.join();
      } catch (CompletionException e) {
        command.failed(asked.operand(), e);
        return;
      }
      task.accept(asked.operand(), asked.attributes(), told);
    }
  }
}
