package io.gigafs.cli.fs.list;

import io.gigafs.cli.fs.operand.FileCommand;
import io.gigafs.cli.fs.operand.FsCommand;
import io.gigafs.cli.fs.operand.Operand;
import io.gigafs.cli.fs.operand.Sizes;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaClient.EntryIterator;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.namespace.ListedEntry;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ls}: sorted by the bytes of names, or unsorted with {@code -U}. */
@Command(
    name = "ls",
    description = {
      "Lists directories.",
      "Entries are sorted by name (as bytes). With -U entries are printed as they arrive, in no order, whatever the directory's size."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  giga fs ls -l /projects",
      "  giga fs ls -U /projects/huge | head",
      "  giga fs ls --json -l / | jq .size"
    })
public final class LsCommand extends FileCommand {
  private static final int CHUNK = 1024;

  @Option(names = "-l", description = "One line per entry, with attributes.")
  private boolean longFormat;

  @Option(
      names = {"-a", "--all"},
      description = "Also names that start with a dot, and . and ..")
  private boolean all;

  @Option(
      names = {"-A", "--almost-all"},
      description = "Also names that start with a dot.")
  private boolean almostAll;

  @Option(names = "-1", description = "One name per line (the default unless for a terminal).")
  private boolean onePerLine;

  @Option(names = "-U", description = "Do not sort: print entries as they arrive.")
  private boolean unsorted;

  @Option(
      names = {"-d", "--directory"},
      description = "List directories themselves, not their contents.")
  private boolean directories;

  @Option(
      names = {"-n", "--numeric-uid-gid"},
      description = "As -l, with numbers for owners and groups.")
  private boolean numeric;

  @Option(
      names = {"-h", "--human-readable"},
      description = "With -l: sizes like 1.1K and 12M.")
  private boolean human;

  @Option(
      names = {"-i", "--inode"},
      description = "Also the inode number.")
  private boolean inode;

  @Option(
      names = {"-F", "--classify"},
      description = "Append / to directories, * to executables, @ to symbolic links.")
  private boolean classify;

  @Option(names = "-t", description = "Sort by time of modification, newest first.")
  private boolean byTime;

  @Option(names = "-S", description = "Sort by size, largest first.")
  private boolean bySize;

  @Option(
      names = {"-r", "--reverse"},
      description = "Reverse the order.")
  private boolean reverse;

  @Option(
      names = {"-L", "--dereference"},
      description = "Show the targets of symbolic links.")
  private boolean dereference;

  @Option(
      names = {"-H", "--dereference-command-line"},
      description = "The same, but only for links among the operands.")
  private boolean dereferenceOperands;

  @Option(names = "--json", description = "One JSON object per line.")
  private boolean json;

  @Parameters(paramLabel = "PATH", arity = "0..*", description = "What to list. Default: /")
  private List<String> paths = new ArrayList<>();

  public LsCommand(FsCommand fs) {
    super(fs);
  }

  @Override
  protected List<String> paths() {
    return paths.isEmpty() ? List.of("/") : paths;
  }

  @Override
  protected void run(GigaClient client, List<Operand> operands) {
    List<LsItem> files = new ArrayList<>();
    List<Operand> listed = new ArrayList<>();
    forEach(
        operands,
        operand -> {
          FileAttributes attributes = attributes(client, operand);
          if (attributes.isDirectory() && !directories) {
            listed.add(operand);
          } else {
            files.addAll(detailed(client, operand, attributes));
          }
        });
    LsPrinter printer = printer();
    sort(files);
    printer.print(files);
    boolean headings = operands.size() > 1 && !json;
    boolean first = files.isEmpty();
    for (Operand directory : listed) {
      if (headings) {
        out().println((first ? "" : "\n") + printer.shown(directory.text()) + ":");
      }
      first = false;
      attempt(directory, operand -> list(client, operand, printer()));
    }
  }

  /** As with coreutils, links to directories are followed unless the link itself is to be shown. */
  private FileAttributes attributes(GigaClient client, Operand operand) throws GigaException {
    if (dereference || dereferenceOperands) {
      return stat(client, operand);
    }
    FileAttributes own = lstat(client, operand);
    if (own.type() != FileType.SYMLINK || longFormat() || directories || classify) {
      return own;
    }
    try {
      FileAttributes target = stat(client, operand);
      return target.isDirectory() ? target : own;
    } catch (GigaException e) {
      return own;
    }
  }

  private List<LsItem> detailed(GigaClient client, Operand operand, FileAttributes attributes) {
    List<LsItem> items = List.of(LsItem.of(operand.text(), attributes));
    return longFormat() ? new LongDetails(client).of(items, item -> operand.path()) : items;
  }

  private void list(GigaClient client, Operand directory, LsPrinter printer) throws GigaException {
    List<LsItem> items = new ArrayList<>();
    if (all && !json) {
      items.add(LsItem.of(".", client.stat(directory.path())));
      items.add(LsItem.of("..", client.stat(Operand.parse(directory.path() + "/..").path())));
    }
    try (EntryIterator entries = client.list(directory.path(), wantsAttributes())) {
      while (entries.hasNext()) {
        List<ListedEntry> chunk = visible(entries);
        items.addAll(items(client, directory, chunk));
        if (unsorted) {
          printer.print(items);
          items.clear();
        }
      }
    }
    if (longFormat() && !unsorted && !json) {
      out().println("total " + kibibytes(items));
    }
    sort(items);
    printer.print(items);
  }

  private List<LsItem> items(GigaClient client, Operand directory, List<ListedEntry> chunk)
      throws GigaException {
    List<LsItem> items =
        new DirectoryRefresh(client, dereference).items(directory.path(), chunk, longFormat());
    return longFormat()
        ? new LongDetails(client).of(items, item -> directory.path().child(item.entryName()))
        : items;
  }

  private List<ListedEntry> visible(EntryIterator entries) {
    List<ListedEntry> chunk = new ArrayList<>();
    while (entries.hasNext() && chunk.size() < CHUNK) {
      ListedEntry entry = entries.next();
      if (all || almostAll || entry.name().bytes()[0] != '.') {
        chunk.add(entry);
      }
    }
    return chunk;
  }

  private void sort(List<LsItem> items) {
    if (unsorted) {
      return;
    }
    Comparator<LsItem> order = LsItem.BY_NAME;
    if (byTime) {
      order = LsItem.BY_TIME;
    } else if (bySize) {
      order = LsItem.BY_SIZE;
    }
    items.sort(reverse ? order.reversed() : order);
  }

  private static long kibibytes(List<LsItem> items) {
    return items.stream().mapToLong(item -> Sizes.blocks(item.fileBytes(), 1024)).sum();
  }

  private boolean longFormat() {
    return longFormat || numeric;
  }

  private boolean wantsAttributes() {
    return longFormat() || byTime || bySize || classify || dereference;
  }

  private LsPrinter printer() {
    LsPrinter.Style style = LsPrinter.Style.ONE_PER_LINE;
    if (json) {
      style = LsPrinter.Style.JSON;
    } else if (longFormat()) {
      style = LsPrinter.Style.LONG;
    } else if (out().isTerminal() && !onePerLine && !unsorted) {
      style = LsPrinter.Style.COLUMNS;
    }
    return new LsPrinter(shell(), style, numeric, human, inode, classify);
  }
}
