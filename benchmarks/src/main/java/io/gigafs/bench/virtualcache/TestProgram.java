package io.gigafs.bench.virtualcache;

import io.gigafs.load.LoadThreads;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/**
 * The document's test program, in its own process so that its memory can be measured: {@code
 * TestProgram STORE SECONDS} opens the store at a URI and executes the commands on standard input,
 * each with one line of answer.
 *
 * <pre>
 * hello              loads the client of a store whose server is not running yet
 * run CELL           as {@link TestCell#command()}; answers as {@link CellResult#line()}
 * warm SECONDS       cells of short values and of one in blocks, repeatedly
 * fill COUNT BYTES   inserts COUNT values of BYTES bytes for the test of persistence
 * await COUNT BYTES  waits until the first of them can be read again
 * count COUNT BYTES  number of them that exist, each byte compared
 * save               makes the store save
 * </pre>
 *
 * <p>It ends at the end of its input. SECONDS is the time limit of a cell.
 */
public final class TestProgram {
  private static final String PERSISTENT = "persistent-";

  /** Each takes a different path through a store: a short value, a long one, one in blocks. */
  private static final TestCell[] WARM_UP = {
    new TestCell(0, 2, 200, 200, 1 << 10, true),
    new TestCell(0, 2, 50, 50, 64 << 10, true),
    new TestCell(0, 2, 16, 16, 4 << 20, true)
  };

  private static final long AWAIT_NANOS = 2_000_000;

  private final URI store;
  private final long limitNanos;
  private int cells;

  private TestProgram(URI store, long limitNanos) {
    this.store = store;
    this.limitNanos = limitNanos;
  }

  public static void main(String[] arguments) throws IOException {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    // Standard output is for answers only; libraries may log to it.
    System.setOut(System.err);
    TestProgram program =
        new TestProgram(URI.create(arguments[0]), Long.parseLong(arguments[1]) * 1_000_000_000L);
    program.run(new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)), out);
    System.exit(0);
  }

  private void run(BufferedReader commands, PrintStream out) throws IOException {
    String command = commands.readLine();
    if ("hello".equals(command)) {
      out.println("hello " + answer(this::tryOnce));
      command = commands.readLine();
    }
    if (command != null && command.startsWith("await ")) {
      String line = command;
      out.println(answer(() -> await(line)));
    }
    try (ComparedStore target = Targets.open(store, Math.toIntExact(limitNanos / 1_000_000))) {
      for (String next = command; next != null; next = commands.readLine()) {
        String line = next;
        if (!line.startsWith("await ")) {
          out.println(answer(() -> answer(target, line)));
        }
      }
    }
  }

  /** A command with an answer. */
  private interface Task {
    String run() throws IOException, InterruptedException;
  }

  private static String answer(Task task) {
    try {
      return task.run();
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      return "failed " + text(e);
    } catch (InterruptedException e) {
      return "failed interrupted";
    }
  }

  private String answer(ComparedStore target, String line)
      throws IOException, InterruptedException {
    String[] words = line.split(" ", 2);
    return switch (words[0]) {
      case "run" -> measure(target, TestCell.parse(words[1])).line();
      case "warm" -> warm(target, Long.parseLong(words[1]));
      case "fill" -> fill(target, Amount.parse(words[1]));
      case "count" -> Long.toString(count(target, Amount.parse(words[1])));
      case "save" -> save(target);
      default -> throw new IllegalArgumentException("no command " + line);
    };
  }

  private static String save(ComparedStore target) throws IOException {
    target.save();
    return "saved";
  }

  /** A number of values of one length. */
  private record Amount(int count, long bytes) {
    static Amount parse(String words) {
      int space = words.indexOf(' ');
      return new Amount(
          Integer.parseInt(words.substring(0, space)), Long.parseLong(words.substring(space + 1)));
    }
  }

  private String warm(ComparedStore target, long seconds) throws IOException, InterruptedException {
    long end = System.nanoTime() + seconds * 1_000_000_000L;
    do {
      for (TestCell cell : WARM_UP) {
        CellResult measured = measure(target, cell);
        if (!measured.isWhole()) {
          throw new IOException(measured.failure());
        }
      }
    } while (System.nanoTime() < end);
    return "warm";
  }

  private static String fill(ComparedStore target, Amount amount) throws IOException {
    try (ComparedStore.Session session = target.session()) {
      TestValue value = new TestValue(amount.bytes(), true);
      for (int key = 0; key < amount.count(); key++) {
        session.put(PERSISTENT + key, key, value);
      }
    }
    return "filled";
  }

  private static long count(ComparedStore target, Amount amount) throws IOException {
    long found = 0;
    try (ComparedStore.Session session = target.session()) {
      TestValue value = new TestValue(amount.bytes(), true);
      for (int key = 0; key < amount.count(); key++) {
        found += session.get(PERSISTENT + key, key, value) ? 1 : 0;
      }
    }
    return found;
  }

  private String tryOnce() throws IOException {
    try (ComparedStore target = Targets.open(store, Math.toIntExact(limitNanos / 1_000_000));
        ComparedStore.Session session = target.session()) {
      return session.get(PERSISTENT, 0, new TestValue(1 << 10, false)) ? "found" : "not found";
    }
  }

  /** Reads all values in turn until one exists. A store that has lost all of them answers too. */
  private String await(String command) throws InterruptedException {
    Amount amount = Amount.parse(command.substring(command.indexOf(' ') + 1));
    long end = System.nanoTime() + limitNanos;
    Throwable last = new IOException("the time was too short to ask");
    while (System.nanoTime() < end) {
      try (ComparedStore target = Targets.open(store, Math.toIntExact(limitNanos / 1_000_000));
          ComparedStore.Session session = target.session()) {
        TestValue value = new TestValue(amount.bytes(), true);
        for (int key = 0; key < amount.count(); key++) {
          if (session.get(PERSISTENT + key, key, value)) {
            return "serves";
          }
        }
        return "empty";
      } catch (TestValue.WrongBytesException e) {
        return "failed " + text(e);
      } catch (IOException | RuntimeException e) {
        last = e;
        LockSupport.parkNanos(AWAIT_NANOS);
      }
    }
    return "failed " + text(last);
  }

  /** Runs a cell, and then removes its values, which is not part of the measured time. */
  private CellResult measure(ComparedStore target, TestCell cell) throws InterruptedException {
    String prefix = "c" + cells++ + "-";
    long pid = ProcessHandle.current().pid();
    CellResult measured;
    try {
      if (cell.isFilled()) {
        fill(target, cell, prefix);
      }
      PeakMemory.reset(pid);
      measured = new Run(target, cell, prefix, System.nanoTime() + limitNanos).run();
      measured = measured.withClient(PeakMemory.bytes(pid));
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      measured = CellResult.failed(text(e));
    }
    return remove(target, cell, prefix, measured);
  }

  private static void fill(ComparedStore target, TestCell cell, String prefix) throws IOException {
    try (ComparedStore.Session session = target.session()) {
      TestValue value = new TestValue(cell.valueBytes(), false);
      for (int key = 0; key < cell.readsOfThread(); key++) {
        session.put(prefix + key, key, value);
      }
    }
  }

  private static CellResult remove(
      ComparedStore target, TestCell cell, String prefix, CellResult measured) {
    try (ComparedStore.Session session = target.session()) {
      for (long key = 0; key < Math.max(cell.insertionsOfThread(), cell.readsOfThread()); key++) {
        session.remove(prefix + key);
      }
      return measured;
    } catch (IOException | RuntimeException e) {
      return measured.isWhole() ? CellResult.failed("cannot remove: " + text(e)) : measured;
    }
  }

  static String text(Throwable e) {
    String message = e.getMessage();
    return e instanceof OutOfMemoryError
        ? "the client is out of memory"
        : (message == null ? e.getClass().getSimpleName() : message).replaceAll("\\s+", " ");
  }

  /** The threads of a cell. */
  private static final class Run {
    private final ComparedStore target;
    private final TestCell cell;
    private final String prefix;
    private final long end;
    private final LongAdder operations = new LongAdder();
    private final LongAdder hits = new LongAdder();
    private final LongAdder bytes = new LongAdder();

    /** Why the cell ends early, set by the first failing thread; empty if it does not. */
    private volatile String failure = "";

    Run(ComparedStore target, TestCell cell, String prefix, long end) {
      this.target = target;
      this.cell = cell;
      this.prefix = prefix;
      this.end = end;
    }

    /** As in the document: the time begins with the threads and ends with the last of them. */
    CellResult run() throws IOException, InterruptedException {
      List<ComparedStore.Session> sessions = new ArrayList<>();
      try {
        List<TestValue> values = new ArrayList<>();
        for (int i = 0; i < 2 * cell.threads(); i++) {
          ComparedStore.Session session = target.session();
          sessions.add(session);
          values.add(value(inserts(i), session));
        }
        LoadThreads threads =
            LoadThreads.start(
                sessions.size(), i -> work(inserts(i), sessions.get(i), values.get(i)));
        threads.await();
        threads.check();
        return new CellResult(
            threads.seconds(), operations.sum(), bytes.sum(), hits.sum(), 0, 0, 0, failure);
      } finally {
        for (ComparedStore.Session session : sessions) {
          session.close();
        }
      }
    }

    private boolean inserts(int thread) {
      return thread < cell.threads();
    }

    /** Allocated before the time begins, as the document's file is read before. */
    private TestValue value(boolean inserts, ComparedStore.Session session) throws IOException {
      TestValue value = new TestValue(cell.valueBytes(), cell.comparesAll());
      if (inserts && session instanceof ArraySession) {
        value.array(0);
      } else if (inserts) {
        value.chunk(0, 0);
      }
      return value;
    }

    private void work(boolean inserts, ComparedStore.Session session, TestValue value) {
      try {
        loop(inserts, session, value);
      } catch (IOException | RuntimeException | OutOfMemoryError e) {
        fail(text(e));
      }
    }

    private synchronized void fail(String reason) {
      if (failure.isEmpty()) {
        failure = reason;
      }
    }

    private void loop(boolean inserts, ComparedStore.Session session, TestValue value)
        throws IOException {
      long count = inserts ? cell.insertionsOfThread() : cell.readsOfThread();
      for (int key = 0; key < count && failure.isEmpty(); key++) {
        if (inserts) {
          session.put(prefix + key, key, value);
          bytes.add(value.length());
        } else if (session.get(prefix + key, key, value)) {
          hits.increment();
          bytes.add(value.length());
        }
        operations.increment();
        if (System.nanoTime() > end) {
          throw new IOException("not done in the time that a cell has");
        }
      }
    }
  }
}
