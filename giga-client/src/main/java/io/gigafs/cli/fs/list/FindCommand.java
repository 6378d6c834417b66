package io.gigafs.cli.fs.list;

import io.gigafs.cli.fs.list.FindExpression.FindActions;
import io.gigafs.cli.fs.list.FindExpression.FoundFile;
import io.gigafs.cli.fs.operand.EntryJson;
import io.gigafs.cli.fs.operand.FileCommand;
import io.gigafs.cli.fs.operand.FsCommand;
import io.gigafs.cli.fs.operand.Operand;
import io.gigafs.client.Follow;
import io.gigafs.client.GigaClient;
import io.gigafs.index.InodeId;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.namespace.ListedEntry;
import io.gigafs.tree.ClusterTree;
import io.gigafs.tree.OrderedWalk;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * {@code find}; directories are listed in stream order, so memory is limited to one page per level.
 */
@Command(
    name = "find",
    description = {
      "Finds files that match an expression.",
      "",
      "Tests: -name -iname -path -ipath PATTERN, -type f|d|l|p|s|c|b, -size [+-]N[cwbkMG], -empty,",
      "-mtime [+-]DAYS, -mmin [+-]MINUTES, -newer PATH, -user NAME, -group NAME, -uid N, -gid N,",
      "-perm [-/]MODE, -links N, -inum N, -samefile PATH, -true, -false.",
      "Actions: -print, -print0, -json, -delete, -prune.",
      "Options: -maxdepth N, -mindepth N, -depth.",
      "Operators: ( EXPR ), ! EXPR, EXPR -a EXPR (also without -a), EXPR -o EXPR."
    },
    synopsisSubcommandLabel = "",
    footerHeading = "%nExamples:%n",
    footer = {
      "  giga fs find /projects -name '*.tmp' -mtime +30 -delete",
      "  giga fs find / -maxdepth 2 -type d",
      "  giga fs find /a -type f -print0 | xargs -0 -n 100 giga fs touch -c"
    })
public final class FindCommand extends FileCommand {
  @Parameters(
      paramLabel = "PATH|EXPRESSION",
      arity = "0..*",
      description = "The starting points, and then the expression.")
  private List<String> words = new ArrayList<>();

  private @Nullable FindExpression expression;
  private @Nullable Search search;

  public FindCommand(FsCommand fs) {
    super(fs);
  }

  @Override
  protected void check() {
    search = new Search();
    expression = FindExpression.parse(words, search, shell().accounts(), shell().nowNanos());
  }

  @Override
  protected List<String> paths() {
    return expression == null || expression.paths().isEmpty() ? List.of("/") : expression.paths();
  }

  @Override
  protected void run(GigaClient client, List<Operand> operands) {
    if (search != null && expression != null) {
      search.run(client, expression, operands);
    }
  }

  /** One run over the starting points. */
  private final class Search implements FindActions {
    private final Map<String, Long> references = new HashMap<>();
    private final Map<String, InodeId> inodes = new HashMap<>();
    private @Nullable GigaClient client;
    private @Nullable FoundFile pruned;

    void run(GigaClient connected, FindExpression wanted, List<Operand> operands) {
      client = connected;
      ClusterTree tree = new ClusterTree(connected.async(), wanted.needsAttributes());
      OrderedWalk<FoundFile, ListedEntry, FoundFile> walk =
          new OrderedWalk<>(directory -> tree.open(directory.operand().path()), new Visit(wanted));
      forEach(
          operands,
          operand -> {
            FileAttributes attributes = lstat(connected, operand);
            FoundFile file =
                new FoundFile(operand, 0, attributes.inode(), attributes.type(), attributes);
            FoundFile directory = visit(wanted, file);
            if (directory != null) {
              walk.walk(directory);
            }
          });
    }

    /** Tests a file; returns it if it is a directory to enter, which may be tested afterwards. */
    private @Nullable FoundFile visit(FindExpression wanted, FoundFile file) throws IOException {
      if (!wanted.isDepthFirst()) {
        test(wanted, file);
      }
      if (file.isDirectory() && file.depth() < wanted.maxDepth() && !file.equals(pruned)) {
        return file;
      }
      if (wanted.isDepthFirst()) {
        test(wanted, file);
      }
      return null;
    }

    private void test(FindExpression wanted, FoundFile file) throws IOException {
      if (file.depth() >= wanted.minDepth()) {
        wanted.test().matches(file);
      }
    }

    /** Directories are asked for their own attributes if those are tested. */
    private final class Visit implements OrderedWalk.Visitor<FoundFile, ListedEntry, FoundFile> {
      private final FindExpression wanted;

      Visit(FindExpression wanted) {
        this.wanted = wanted;
      }

      @Override
      public CompletableFuture<FoundFile> ask(FoundFile directory, ListedEntry entry) {
        Operand operand = directory.operand().child(entry.name());
        FileAttributes listed = entry.attributes();
        boolean isAsked = wanted.needsAttributes() && listed != null && listed.isDirectory();
        return isAsked
            ? client()
                .async()
                .stat(operand.path())
                .thenApply(attributes -> found(operand, directory, entry, attributes))
            : CompletableFuture.completedFuture(found(operand, directory, entry, listed));
      }

      private FoundFile found(
          Operand operand,
          FoundFile directory,
          ListedEntry entry,
          @Nullable FileAttributes attributes) {
        return new FoundFile(
            operand, directory.depth() + 1, entry.inode(), entry.type(), attributes);
      }

      @Override
      public @Nullable FoundFile listAhead(FoundFile directory, ListedEntry entry) {
        boolean isEntered =
            entry.type() == FileType.DIRECTORY
                && directory.depth() + 1 < wanted.maxDepth()
                && !wanted.prunes();
        return isEntered
            ? found(directory.operand().child(entry.name()), directory, entry, entry.attributes())
            : null;
      }

      @Override
      public @Nullable FoundFile accept(FoundFile directory, ListedEntry entry, FoundFile file) {
        FoundFile[] below = new FoundFile[1];
        var unused = attempt(file.operand(), operand -> below[0] = visit(wanted, file));
        return below[0];
      }

      @Override
      public void leave(FoundFile directory) {
        if (wanted.isDepthFirst()) {
          var unused = attempt(directory.operand(), operand -> test(wanted, directory));
        }
      }

      @Override
      public @Nullable FoundFile failed(
          FoundFile directory, @Nullable ListedEntry entry, Throwable thrown) {
        Operand operand = directory.operand();
        FindCommand.this.failed(entry == null ? operand : operand.child(entry.name()), thrown);
        return null;
      }
    }

    private GigaClient client() {
      if (client == null) {
        throw new IllegalStateException("not connected yet");
      }
      return client;
    }

    @Override
    public void print(FoundFile file) {
      out().println(out().isTerminal() ? file.operand().shown() : file.operand().text());
    }

    @Override
    public void printNul(FoundFile file) {
      out().print(file.operand().text());
      out().put((byte) 0);
    }

    @Override
    public void printJson(FoundFile file) {
      out()
          .println(
              EntryJson.of(file.operand().text(), file.inode(), file.type(), file.attributes())
                  .toString());
    }

    @Override
    public boolean delete(FoundFile file) {
      if (file.operand().path().isRoot()) {
        return true;
      }
      return attempt(
          file.operand(),
          operand -> {
            if (file.isDirectory()) {
              client().removeDirectory(operand.path());
            } else {
              client().unlink(operand.path());
            }
          });
    }

    @Override
    public void prune(FoundFile file) {
      pruned = file;
    }

    @Override
    public boolean isEmpty(FoundFile file) {
      return (file.isDirectory() || file.type() == FileType.REGULAR) && file.known().size() == 0;
    }

    @Override
    public InodeId inode(String reference) throws GigaException {
      InodeId known = inodes.get(reference);
      if (known == null) {
        known = client().stat(Operand.parse(reference).path(), Follow.NO).inode();
        inodes.put(reference, known);
      }
      return known;
    }

    @Override
    public long modifiedNanos(String reference) throws GigaException {
      Long known = references.get(reference);
      if (known == null) {
        known = client().stat(Operand.parse(reference).path()).modifiedNanos();
        references.put(reference, known);
      }
      return known;
    }
  }
}
