package io.gigafs.cli.volume;

import io.gigafs.cli.CommandException;
import io.gigafs.cli.ProgressLine;
import io.gigafs.cli.Shell;
import io.gigafs.client.GigaClient;
import io.gigafs.protocol.GigaException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Waits for a state of a volume, and shows the progress. The servers work independently of the
 * command, which may be stopped at any time. For one thread.
 */
final class Wait {
  private static final Duration LOG_PERIOD = Duration.ofSeconds(10);
  private static final long FIRST_PAUSE_MILLIS = 20;
  private static final long MAX_PAUSE_MILLIS = 1_000;

  private final Shell shell;
  private final GigaClient client;
  private final int volume;
  private volatile String progress = "";

  Wait(Shell shell, GigaClient client, int volume) {
    this.shell = shell;
    this.client = client;
    this.volume = volume;
  }

  /**
   * Waits.
   *
   * @param wanted the state of the volume over all servers; not checked while one does not answer
   * @return the volume then, or empty if it was removed
   */
  Optional<VolumeReport> until(Predicate<VolumeReport> wanted) throws GigaException {
    ProgressLine line = ProgressLine.forAll(shell, LOG_PERIOD, () -> progress);
    try {
      for (long pauseMillis = FIRST_PAUSE_MILLIS; ; ) {
        VolumesHealth health = VolumesHealth.ask(client);
        Optional<VolumeReport> found = find(health);
        if (found.isEmpty() || (health.silent().isEmpty() && wanted.test(found.get()))) {
          return found;
        }
        progress = describe(health, found.get());
        Thread.sleep(pauseMillis);
        pauseMillis = Math.min(2 * pauseMillis, MAX_PAUSE_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw CommandException.failed("interrupted; the servers continue without this command", e);
    } finally {
      line.close();
    }
  }

  private Optional<VolumeReport> find(VolumesHealth health) {
    return health.volumes().stream().filter(each -> each.info().id() == volume).findFirst();
  }

  private static String describe(VolumesHealth health, VolumeReport volume) {
    String text =
        "volume "
            + volume.info().id()
            + ": "
            + count(volume.toMove())
            + " to move, "
            + volume.toReclaim()
            + " to delete";
    return health.silent().isEmpty()
        ? text
        : text + "; no answer from " + String.join(", ", names(health));
  }

  private static java.util.List<String> names(VolumesHealth health) {
    return health.silent().keySet().stream().map(Object::toString).toList();
  }

  /** A number of objects, which may not be known yet. */
  static String count(long objects) {
    return objects < 0 ? "?" : Long.toString(objects);
  }
}
