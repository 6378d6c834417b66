package io.gigafs.cli.fs.content;

import io.gigafs.cli.CommandException;
import io.gigafs.cli.JsonObject;
import io.gigafs.cli.ProgressLine;
import io.gigafs.cli.TransferRate;
import io.gigafs.cli.data.ByteCopy;
import io.gigafs.cli.fs.operand.DumpedPaths;
import io.gigafs.cli.fs.operand.EntryJson;
import io.gigafs.cli.fs.operand.FileCommand;
import io.gigafs.cli.fs.operand.FsCommand;
import io.gigafs.cli.fs.operand.Operand;
import io.gigafs.cli.fs.operand.OperandWalk;
import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.GigaClient;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sum}: prints CRC32C of files, in lines that -c compares again. */
@Command(
    name = "sum",
    description = {
      "Prints checksums (CRC32C) of files, or with -c compares files with a list of checksums.",
      "With -r also of all regular files below directories; links below them are left out."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  giga fs sum /a/data",
      "  giga fs sum -r /projects > projects.crc32c",
      "  giga fs sum -c projects.crc32c"
    })
public final class SumCommand extends FileCommand {
  private static final int THREADS = 16;
  private static final int AHEAD = 256;

  @Option(
      names = {"-r", "-R", "--recursive"},
      description = "Also files below directories.")
  private boolean recursive;

  @Option(
      names = {"-c", "--check"},
      paramLabel = "FILE",
      description = "Compare with this list, a local file; - is standard input.")
  private @Nullable String list;

  @Option(
      names = {"-q", "--quiet"},
      description = "With -c: print only files that differ.")
  private boolean quiet;

  @Option(
      names = {"-V", "--verify"},
      description = {
        "Also compare with the checksums that the cluster stores for files that were",
        "written from start to end; a difference is an error."
      })
  private boolean verify;

  @Option(names = "--json", description = "One JSON object per line.")
  private boolean json;

  @Parameters(paramLabel = "PATH", arity = "0..*", description = "The files.")
  private List<String> paths = new ArrayList<>();

  private List<SumLine> expected = List.of();

  public SumCommand(FsCommand fs) {
    super(fs);
  }

  @Override
  protected void check() {
    if (list == null && paths.isEmpty()) {
      throw CommandException.usage("missing operand: which PATH?");
    }
    if (list != null && (recursive || !paths.isEmpty())) {
      throw CommandException.usage("-c takes the paths from the list");
    }
    if (list != null) {
      expected = SumLine.parseAll(list, DumpedPaths.read(list, shell().in()));
    }
  }

  @Override
  protected List<String> paths() {
    return list == null ? paths : expected.stream().map(SumLine::path).toList();
  }

  @Override
  protected void run(GigaClient client, List<Operand> operands) {
    AtomicLong summed = new AtomicLong();
    TransferRate rate = new TransferRate();
    ExecutorService pool = Executors.newFixedThreadPool(THREADS, SumCommand::newThread);
    ProgressLine progress = ProgressLine.forPeople(shell(), () -> rate.bytesProgress(summed.get()));
    try (ByteCopy copy = new ByteCopy(summed::addAndGet)) {
      Summing summing = new Summing(client, copy, pool);
      if (list == null) {
        OperandWalk<Optional<FileSum>> walk = new OperandWalk<>(this, client, summing);
        forEach(operands, operand -> walk.walk(operand, recursive));
      } else {
        compare(operands, summing);
      }
    } finally {
      progress.close();
      pool.shutdown();
    }
  }

  private static Thread newThread(Runnable work) {
    Thread thread = new Thread(work, "giga-sum");
    thread.setDaemon(true);
    return thread;
  }

  private final class Summing implements OperandWalk.Task<Optional<FileSum>> {
    private final GigaClient client;
    private final ByteCopy copy;
    private final ExecutorService pool;

    Summing(GigaClient client, ByteCopy copy, ExecutorService pool) {
      this.client = client;
      this.copy = copy;
      this.pool = pool;
    }

    CompletableFuture<FileSum> ask(Operand operand) {
      return CompletableFuture.supplyAsync(
          () -> {
            try {
              return verify
                  ? FileSum.verified(client, operand, copy)
                  : FileSum.of(client, operand, copy);
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          },
          pool);
    }

    @Override
    public CompletableFuture<Optional<FileSum>> ask(
        AsyncGigaClient async, Operand operand, FileAttributes attributes) {
      return attributes.type() == FileType.REGULAR
          ? ask(operand).thenApply(Optional::of)
          : CompletableFuture.completedFuture(Optional.empty());
    }

    @Override
    public void accept(Operand operand, FileAttributes attributes, Optional<FileSum> sum) {
      if (sum.isPresent()) {
        print(operand, sum.get());
      } else if (!recursive) {
        report(
            operand, attributes.isDirectory() ? ErrorCode.EISDIR.message() : "not a regular file");
      }
    }

    @Override
    public boolean takesLinks() {
      return false;
    }
  }

  private void print(Operand operand, FileSum sum) {
    if (json) {
      JsonObject object = new JsonObject();
      EntryJson.putText(object, "name", operand.text());
      out().println(object.put("crc32c", sum.text()).put("bytes", sum.bytes()).toString());
    } else {
      out().println(new SumLine(sum.text(), operand.text()).toString());
    }
  }

  /** Compares files, reading some ahead. */
  private void compare(List<Operand> operands, Summing summing) {
    Deque<CompletableFuture<FileSum>> ahead = new ArrayDeque<>();
    int mismatches = 0;
    int next = 0;
    for (int i = 0; i < operands.size(); i++) {
      for (; next < operands.size() && ahead.size() < AHEAD; next++) {
        ahead.add(summing.ask(operands.get(next)));
      }
      mismatches += isAsExpected(operands.get(i), expected.get(i), ahead.remove()) ? 0 : 1;
    }
    if (mismatches > 0) {
      complain(mismatches + " of " + operands.size() + " files are not as listed");
    }
  }

  private boolean isAsExpected(Operand operand, SumLine line, CompletableFuture<FileSum> sum) {
    FileSum found;
    try {
      found = sum.join();
    } catch (CompletionException e) {
      report(operand, e);
      accept(operand, line, null, "unreadable");
      return false;
    }
    boolean same = found.text().equals(line.sum());
    accept(operand, line, found, same ? "ok" : "failed");
    return same;
  }

  private void accept(Operand operand, SumLine line, @Nullable FileSum found, String result) {
    if (quiet && result.equals("ok")) {
      return;
    }
    if (!json) {
      String shown =
          found == null ? "FAILED open or read" : result.toUpperCase(java.util.Locale.ROOT);
      out().println(operand.shown() + ": " + shown);
      return;
    }
    JsonObject object = new JsonObject();
    EntryJson.putText(object, "name", operand.text());
    object.put("result", result).put("expected", line.sum());
    out().println(object.put("crc32c", found == null ? null : found.text()).toString());
  }
}
