package io.gigafs.tablefs.store;

import io.gigafs.tablefs.StoreException;
import io.gigafs.tablefs.StoreException.Kind;
import io.gigafs.tablefs.engine.LossRecords;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The accepted losses of a store, in a file of its directory. Each loss is a line with its time (ms
 * since the epoch), the affected file, and what was lost. Thread-safe.
 */
final class AcceptedLosses implements LossRecords {
  static final String FILE = "LOSSES";

  private static final Logger LOG = LoggerFactory.getLogger(AcceptedLosses.class);

  /** Directory for the records of losses that an operator has settled. */
  private static final String ASIDE = "damaged";

  private static final int FIELDS = 3;

  private final Path directory;
  private final boolean accepts;
  private final LongSupplier wallMillis;
  private List<Loss> losses;

  /**
   * An accepted loss.
   *
   * @param sinceMillis when it was accepted, ms since the epoch
   * @param file affected file, without directories
   */
  record Loss(long sinceMillis, String file, String what) {
    /** A lost table or blob file stays missing; a damaged log is truncated once. */
    boolean isLasting() {
      return file.endsWith(".sst") || file.endsWith(".blob");
    }
  }

  private AcceptedLosses(
      Path directory, boolean accepts, LongSupplier wallMillis, List<Loss> losses) {
    this.directory = directory;
    this.accepts = accepts;
    this.wallMillis = wallMillis;
    this.losses = losses;
  }

  /** Records for a store without a directory: empty, and no loss is accepted. */
  static AcceptedLosses none() {
    return new AcceptedLosses(Path.of(""), false, () -> 0, List.of());
  }

  /**
   * Reads the losses that were accepted before.
   *
   * @param accepts whether further losses are accepted
   */
  static AcceptedLosses of(Path directory, boolean accepts, LongSupplier wallMillis) {
    Path file = directory.resolve(FILE);
    List<Loss> losses = new ArrayList<>();
    try {
      for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
        String[] fields = line.split(" ", FIELDS);
        losses.add(new Loss(Long.parseLong(fields[0]), fields[1], fields[2]));
      }
    } catch (NoSuchFileException e) {
      return new AcceptedLosses(directory, accepts, wallMillis, List.of());
    } catch (IOException | NumberFormatException | ArrayIndexOutOfBoundsException e) {
      losses.add(
          new Loss(
              wallMillis.getAsLong(), FILE, file + ", the record of losses, is damaged: " + e));
    }
    return new AcceptedLosses(directory, accepts, wallMillis, List.copyOf(losses));
  }

  /** All losses, in the order in which they were accepted. */
  synchronized List<Loss> all() {
    return losses;
  }

  @Override
  public synchronized boolean covers(String file) {
    return losses.stream().anyMatch(loss -> loss.isLasting() && loss.file().equals(file));
  }

  @Override
  public synchronized void accept(String file, String what) {
    if (!accepts) {
      throw LossRecords.refusal(what);
    }
    Loss loss = new Loss(wallMillis.getAsLong(), file, what.replace('\n', ' '));
    List<Loss> more = new ArrayList<>(losses);
    more.add(loss);
    write(more);
    losses = List.copyOf(more);
    LOG.warn("{}: continuing after an accepted loss: {}", directory, loss.what());
  }

  /**
   * Records that an operator has settled the losses. Only losses of files from which rows are still
   * missing are reported from now on.
   */
  synchronized void settle(Set<String> missing) {
    List<Loss> lasting =
        losses.stream().filter(loss -> loss.isLasting() && missing.contains(loss.file())).toList();
    if (lasting.size() < losses.size()) {
      try {
        Path aside = Files.createDirectories(directory.resolve(ASIDE));
        Files.copy(
            directory.resolve(FILE),
            aside.resolve(FILE + "-" + wallMillis.getAsLong()),
            StandardCopyOption.REPLACE_EXISTING);
      } catch (IOException e) {
        throw new StoreException(Kind.IO, directory + ": cannot put " + FILE + " aside: " + e, e);
      }
      write(lasting);
      losses = lasting;
    }
  }

  private void write(List<Loss> all) {
    Path file = directory.resolve(FILE);
    StringBuilder text = new StringBuilder();
    all.forEach(
        loss ->
            text.append(loss.sinceMillis())
                .append(' ')
                .append(loss.file())
                .append(' ')
                .append(loss.what())
                .append('\n'));
    try {
      Path fresh = directory.resolve(FILE + ".new");
      Files.writeString(fresh, text);
      force(fresh, StandardOpenOption.WRITE);
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      force(directory, StandardOpenOption.READ);
    } catch (IOException e) {
      throw new StoreException(Kind.IO, file + ": cannot be written: " + e, e);
    }
  }

  private static void force(Path path, StandardOpenOption how) throws IOException {
    try (FileChannel channel = FileChannel.open(path, how)) {
      channel.force(true);
    }
  }
}
