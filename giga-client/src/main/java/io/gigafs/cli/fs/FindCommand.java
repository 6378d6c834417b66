package io.gigafs.cli.fs;

import io.gigafs.client.Follow;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaClient.EntryIterator;
import io.gigafs.index.InodeId;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.namespace.ListedEntry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
final class FindCommand extends FileCommand {
  @Parameters(
      paramLabel = "PATH|EXPRESSION",
      arity = "0..*",
      description = "The starting points, and then the expression.")
  private List<String> words = new ArrayList<>();

  private @Nullable FindExpression expression;
  private @Nullable Search search;

  FindCommand(FsCommand fs) {
    super(fs);
  }

  @Override
  void check() {
    search = new Search();
    expression = FindExpression.parse(words, search, shell().accounts(), shell().nowNanos());
  }

  @Override
  List<String> paths() {
    return expression == null || expression.paths().isEmpty() ? List.of("/") : expression.paths();
  }

  @Override
  void run(GigaClient client, List<Operand> operands) {
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
      forEach(
          operands,
          operand -> {
            FileAttributes attributes = lstat(connected, operand);
            visit(
                wanted,
                new FoundFile(operand, 0, attributes.inode(), attributes.type(), attributes));
          });
    }

    private void visit(FindExpression wanted, FoundFile file) throws GigaException {
      boolean tested = file.depth() >= wanted.minDepth();
      if (tested && !wanted.isDepthFirst()) {
        wanted.test().matches(file);
      }
      boolean enter =
          file.isDirectory() && file.depth() < wanted.maxDepth() && !file.equals(pruned);
      if (enter) {
        attempt(file.operand(), operand -> visitEntries(wanted, file));
      }
      if (tested && wanted.isDepthFirst()) {
        wanted.test().matches(file);
      }
    }

    private void visitEntries(FindExpression wanted, FoundFile directory) throws GigaException {
      try (EntryIterator entries =
          client().list(directory.operand().path(), wanted.needsAttributes())) {
        while (entries.hasNext()) {
          ListedEntry entry = entries.next();
          Operand operand = directory.operand().child(entry.name());
          attempt(operand, each -> visit(wanted, found(wanted, each, directory, entry)));
        }
      }
    }

    private FoundFile found(
        FindExpression wanted, Operand operand, FoundFile directory, ListedEntry entry)
        throws GigaException {
      FileAttributes attributes = entry.attributes();
      if (wanted.needsAttributes() && attributes != null && attributes.isDirectory()) {
        attributes = client().stat(operand.path());
      }
      return new FoundFile(operand, directory.depth() + 1, entry.inode(), entry.type(), attributes);
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
      return (file.isDirectory() || file.type() == io.gigafs.protocol.FileType.REGULAR)
          && file.known().size() == 0;
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
