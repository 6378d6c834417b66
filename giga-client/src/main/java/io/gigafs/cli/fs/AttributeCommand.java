package io.gigafs.cli.fs;

import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.Follow;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.protocol.namespace.ListedEntry;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Base of chmod and chown: changes attributes of files or of whole trees. */
abstract class AttributeCommand extends FileCommand {
  @Option(
      names = {"-R", "--recursive"},
      description = "Directories with their contents.")
  private boolean recursive;

  AttributeCommand(FsCommand fs) {
    super(fs);
  }

  /** Whether links among the operands are changed themselves. */
  abstract boolean changesLinks();

  /** Whether links in a tree are changed themselves; otherwise they are left unchanged. */
  abstract boolean changesLinksBelow();

  /** The change to make to a file; null for none. */
  abstract @Nullable AttributeChange changeOf(FileAttributes attributes);

  @Override
  final void run(GigaClient client, List<Operand> operands) {
    try (TreeWalk walk = new TreeWalk(client.async(), true, new Changer(client.async()))) {
      forEach(operands, operand -> change(client, walk, operand));
    }
  }

  private void change(GigaClient client, TreeWalk walk, Operand operand) throws GigaException {
    boolean itself = changesLinks() && !operand.directoryOnly();
    FileAttributes attributes = itself ? lstat(client, operand) : stat(client, operand);
    AttributeChange change = changeOf(attributes);
    if (change != null) {
      client.setAttributes(operand.path(), change, itself ? Follow.NO : Follow.YES);
    }
    if (recursive && attributes.isDirectory()) {
      walk.walk(operand);
    }
  }

  private final class Changer implements TreeWalk.Visitor {
    private final AsyncGigaClient client;

    Changer(AsyncGigaClient client) {
      this.client = client;
    }

    @Override
    public CompletableFuture<Boolean> enter(Operand directory, ListedEntry entry) {
      return change(directory.path(), entry).thenApply(done -> true);
    }

    @Override
    public CompletableFuture<?> visit(Operand file, ListedEntry entry) {
      return entry.type() == FileType.SYMLINK && !changesLinksBelow()
          ? CompletableFuture.completedFuture(null)
          : change(file.path(), entry);
    }

    @Override
    public void failed(Operand operand, Throwable thrown) {
      report(operand, thrown);
    }

    private CompletableFuture<?> change(GigaPath path, ListedEntry entry) {
      FileAttributes listed = entry.attributes();
      AttributeChange change = listed == null ? null : changeOf(listed);
      return change == null
          ? CompletableFuture.completedFuture(null)
          : client.setAttributes(path, change, Follow.NO);
    }
  }
}
