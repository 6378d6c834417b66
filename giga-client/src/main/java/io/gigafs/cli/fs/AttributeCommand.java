package io.gigafs.cli.fs;

import io.gigafs.cli.fs.operand.FileCommand;
import io.gigafs.cli.fs.operand.FsCommand;
import io.gigafs.cli.fs.operand.Operand;
import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.Follow;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.concurrent.Futures;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.protocol.namespace.ListedEntry;
import io.gigafs.tree.ClusterTree;
import io.gigafs.tree.OnFailure;
import io.gigafs.tree.PathNode;
import io.gigafs.tree.TreeSource;
import io.gigafs.tree.TreeWalk;
import java.io.IOException;
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
  protected final void run(GigaClient client, List<Operand> operands) {
    forEach(operands, operand -> change(client, operand));
  }

  private void change(GigaClient client, Operand operand) throws IOException {
    boolean itself = changesLinks() && !operand.directoryOnly();
    FileAttributes attributes = itself ? lstat(client, operand) : stat(client, operand);
    AttributeChange change = changeOf(attributes);
    if (change != null) {
      client.setAttributes(operand.path(), change, itself ? Follow.NO : Follow.YES);
    }
    if (recursive && attributes.isDirectory()) {
      TreeSource<PathNode, ListedEntry> tree =
          new ClusterTree(client.async(), true).by(PathNode::path);
      try (TreeWalk<PathNode, ListedEntry> walk =
          new TreeWalk<>(tree, new Changer(client.async(), operand))) {
        walk.walk(new PathNode(null, operand.path()));
      }
    }
  }

  private final class Changer implements TreeWalk.Visitor<PathNode, ListedEntry> {
    private final AsyncGigaClient client;
    private final Operand top;

    Changer(AsyncGigaClient client, Operand top) {
      this.client = client;
      this.top = top;
    }

    /** Enters a directory after its change, also if that failed. */
    @Override
    public PathNode enter(PathNode parent, ListedEntry directory) {
      try {
        Futures.await(change(parent, directory));
      } catch (IOException failure) {
        failed(parent, directory, failure);
      }
      return new PathNode(parent, parent.path().child(directory.name()));
    }

    @Override
    public CompletableFuture<?> visit(PathNode directory, ListedEntry file) {
      return file.type() == FileType.SYMLINK && !changesLinksBelow()
          ? CompletableFuture.completedFuture(null)
          : change(directory, file);
    }

    @Override
    public OnFailure failed(PathNode directory, @Nullable ListedEntry entry, IOException thrown) {
      GigaPath path = directory.path();
      report(top.below(entry == null ? path : path.child(entry.name())), thrown);
      return OnFailure.CONTINUE;
    }

    private CompletableFuture<?> change(PathNode directory, ListedEntry entry) {
      FileAttributes listed = entry.attributes();
      AttributeChange change = listed == null ? null : changeOf(listed);
      return change == null
          ? CompletableFuture.completedFuture(null)
          : client.setAttributes(directory.path().child(entry.name()), change, Follow.NO);
    }
  }
}
