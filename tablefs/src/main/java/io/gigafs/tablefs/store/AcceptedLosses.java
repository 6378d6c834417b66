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
 * What was lost of a store and accepted, in a file of its directory: a line for each loss with its
 * time (ms since the epoch), the file that it is about, and what was lost. Safe for use by several
 * threads.
 */
final class AcceptedLosses implements LossRecords {
  static final String FILE = "LOSSES";

  private static final Logger LOG = LoggerFactory.getLogger(AcceptedLosses.class);

  /** Where losses go that somebody has seen to. */
  private static final String ASIDE = "damaged";

  private static final int FIELDS = 3;

  private final Path directory;
  private final boolean accepts;
  private final LongSupplier wallMillis;
  private List<Loss> losses;

  /**
   * A loss.
   *
   * @param sinceMillis when it was accepted, ms since the epoch
   * @param file that it is about, without directories
   */
  record Loss(long sinceMillis, String file, String what) {
    /** Files that a database cannot be without stay lost; logs are cut once. */
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

  /** Those of a store that has no directory: none, and none is accepted. */
  static AcceptedLosses none() {
    return new AcceptedLosses(Path.of(""), false, () -> 0, List.of());
  }

  /**
   * Reads what was accepted before.
   *
   * @param accepts whether more is accepted
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
              wallMillis.getAsLong(), FILE, file + ", which says what was lost, is damaged: " + e));
    }
    return new AcceptedLosses(directory, accepts, wallMillis, List.copyOf(losses));
  }

  /** In the order in which they were accepted. */
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
    LOG.warn("{} goes on without what is lost: {}", directory, loss.what());
  }

  /**
   * Takes note that somebody has seen to the losses: all but those of files of which rows are still
   * missing are reported no more.
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
