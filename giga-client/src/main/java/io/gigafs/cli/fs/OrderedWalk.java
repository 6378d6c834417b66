package io.gigafs.cli.fs;

import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaClient.EntryIterator;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.namespace.ListedEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * Sends a request for each file, also below directories, and delivers the answers in the order of
 * listings, directories before their contents. Many requests are outstanding; memory is limited to
 * some of them for each level of the tree. Links below an operand are left out unless the task
 * takes them; none is followed. For one thread.
 */
final class OrderedWalk<T> {
  private static final int CHUNK = 512;

  private final FileCommand command;
  private final GigaClient client;
  private final Task<T> task;

  /** The work for each file. */
  interface Task<T> {
    /** Sends the request, without waiting. */
    CompletableFuture<T> ask(AsyncGigaClient client, Operand operand, FileAttributes attributes);

    /** Receives the answer. */
    void accept(Operand operand, FileAttributes attributes, T answer);

    /** Whether links below an operand are included, themselves. */
    boolean takesLinks();
  }

  private record Asked<T>(
      Operand operand, FileAttributes attributes, @Nullable CompletableFuture<T> answer) {}

  OrderedWalk(FileCommand command, GigaClient client, Task<T> task) {
    this.command = command;
    this.client = client;
    this.task = task;
  }

  /** Processes an operand, and its contents if requested. */
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
