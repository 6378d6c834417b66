package io.gigafs.server.chaos;

import io.gigafs.client.BulkOutcome;
import io.gigafs.client.Follow;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaClient.EntryIterator;
import io.gigafs.client.GigaPath;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.protocol.namespace.RenameMode;
import io.gigafs.server.History.Kind;
import io.gigafs.server.History.Outcome;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Performs one operation after the other, at the rate of a person with a script. Not thread-safe.
 */
final class LoadWorker {
  private static final int MAX_PAUSE_MICROS = 12_000;
  private static final int BULK = 12;

  private final String name;
  private final GigaClient client;
  private final LoadRecord record;
  private final LoadGround ground;
  private final SplittableRandom random;

  /** Files that this worker created and no other worker uses. */
  private final List<Own> own = new ArrayList<>();

  /** A file that has one name. */
  private record Own(String path, InodeId inode) {}

  private int made;

  LoadWorker(
      String name,
      GigaClient client,
      LoadRecord record,
      LoadGround ground,
      SplittableRandom random) {
    this.name = name;
    this.client = client;
    this.record = record;
    this.ground = ground;
    this.random = random;
  }

  /** Performs one operation. */
  void act() {
    LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(random.nextInt(MAX_PAUSE_MICROS)));
    int dice = random.nextInt(100);
    if (dice < 30) {
      createOwn();
    } else if (dice < 38) {
      moveOwn(random.nextBoolean() ? ground.shared(1) : LoadGround.MOVED);
    } else if (dice < 42) {
      linkOwn();
    } else if (dice < 54) {
      unlinkOwn();
    } else if (dice < 60) {
      statOwn();
    } else if (dice < 64) {
      createMany();
    } else if (dice < 78) {
      touch(LoadGround.CONTESTED + "/c" + ground.contested(random.nextInt()));
    } else if (dice < 88) {
      passDirectory(passing());
    } else if (dice < 96) {
      touch(passing() + "/f" + random.nextInt(3));
    } else if (dice < 98) {
      change(random.nextBoolean() ? passing() : ground.shared(0));
    } else {
      listShared();
    }
  }

  private String passing() {
    return LoadGround.PASSING + "/d" + ground.contested(random.nextInt());
  }

  private String nextOwn(String directory) {
    return directory + "/" + name + "-" + made++;
  }

  private void createOwn() {
    String path = nextOwn(ground.shared(1));
    InodeId[] made = new InodeId[1];
    Outcome outcome =
        record.perform(
            path,
            Kind.MAKE,
            name,
            () -> {
              FileAttributes file = client.create(GigaPath.parse(path), 0644, true);
              made[0] = file.inode();
              return file;
            });
    if (mustBe(Outcome.DONE, path, outcome)) {
      own.add(new Own(path, made[0]));
    }
  }

  /** Renames a file into a directory, which is usually on another server. */
  private void moveOwn(String directory) {
    if (own.isEmpty()) {
      return;
    }
    Own file = takeOwn();
    String to = nextOwn(directory);
    Outcome outcome =
        record.move(
            file.path,
            to,
            file.inode,
            name,
            () -> {
              client.rename(GigaPath.parse(file.path), GigaPath.parse(to), RenameMode.NO_REPLACE);
              return null;
            });
    if (mustBe(Outcome.DONE, file.path + " to " + to, outcome)) {
      own.add(new Own(to, file.inode));
    }
  }

  /** Links a file to a second name and unlinks the first one: a rename in two steps. */
  private void linkOwn() {
    if (own.isEmpty()) {
      return;
    }
    Own file = takeOwn();
    String second = nextOwn(LoadGround.MOVED);
    Outcome linked =
        record.perform(
            second,
            Kind.MAKE,
            name,
            () -> client.link(GigaPath.parse(file.path), GigaPath.parse(second), Follow.NO));
    if (mustBe(Outcome.DONE, second, linked)
        && mustBe(Outcome.DONE, file.path, unlink(file.path))) {
      own.add(new Own(second, file.inode));
    }
  }

  private Own takeOwn() {
    int place = random.nextInt(own.size());
    Own taken = own.get(place);
    own.set(place, own.get(own.size() - 1));
    own.remove(own.size() - 1);
    return taken;
  }

  private void unlinkOwn() {
    if (!own.isEmpty()) {
      String path = takeOwn().path;
      mustBe(Outcome.DONE, path, unlink(path));
    }
  }

  private void statOwn() {
    if (!own.isEmpty()) {
      String path = own.get(random.nextInt(own.size())).path;
      mustBe(Outcome.DONE, path, stat(path));
    }
  }

  /** Reports a wrong outcome at once, before the history is checked. */
  private boolean mustBe(Outcome expected, String path, Outcome outcome) {
    if (outcome != expected && outcome != Outcome.UNKNOWN) {
      record.fault(name + " at " + path + ": " + outcome + ", not " + expected);
    }
    return outcome == expected;
  }

  /** Creates, removes or stats a name that other workers may use. */
  private void touch(String path) {
    int dice = random.nextInt(10);
    if (dice < 5) {
      create(path);
    } else if (dice < 8) {
      unlink(path);
    } else {
      stat(path);
    }
  }

  private void passDirectory(String path) {
    GigaPath parsed = GigaPath.parse(path);
    if (random.nextInt(10) < 6) {
      record.perform(path, Kind.MAKE, name, () -> client.makeDirectory(parsed, 0755));
    } else {
      record.perform(
          path,
          Kind.REMOVE,
          name,
          () -> {
            client.removeDirectory(parsed);
            return null;
          });
    }
  }

  private void change(String path) {
    AttributeChange mode = AttributeChange.ofMode(0700 + random.nextInt(0100));
    record.perform(path, Kind.KEEP, name, () -> client.setAttributes(GigaPath.parse(path), mode));
  }

  private Outcome create(String path) {
    return record.perform(
        path, Kind.MAKE, name, () -> client.create(GigaPath.parse(path), 0644, true));
  }

  private Outcome unlink(String path) {
    return record.perform(
        path,
        Kind.REMOVE,
        name,
        () -> {
          client.unlink(GigaPath.parse(path));
          return null;
        });
  }

  private Outcome stat(String path) {
    return record.perform(path, Kind.READ, name, () -> client.stat(GigaPath.parse(path)));
  }

  private void createMany() {
    String directory = ground.shared(BULK);
    List<Name> names = new ArrayList<>();
    List<String> paths = new ArrayList<>();
    for (int i = 0; i < BULK; i++) {
      String path = nextOwn(directory);
      paths.add(path);
      names.add(GigaPath.parse(path).name());
    }
    long calledAt = System.nanoTime();
    @Nullable List<BulkOutcome> outcomes = null;
    Outcome all = Outcome.DONE;
    try {
      outcomes = client.createAll(GigaPath.parse(directory), names, 0644, true);
    } catch (GigaException e) {
      all = record.outcomeOf(e, System.nanoTime() - calledAt);
      mustBe(Outcome.DONE, directory, all);
    }
    long returnedAt = System.nanoTime();
    for (int i = 0; i < BULK; i++) {
      String path = paths.get(i);
      @Nullable BulkOutcome one = outcomes == null ? null : outcomes.get(i);
      @Nullable ErrorCode error = one == null ? null : one.error();
      Outcome outcome =
          error == null
              ? all
              : record.outcomeOf(error.exception("bulk: " + path), returnedAt - calledAt);
      record.add(
          path, Kind.MAKE, name, calledAt, returnedAt, outcome, one == null ? null : one.inode());
      if (mustBe(Outcome.DONE, path, outcome) && one != null && one.inode() != null) {
        own.add(new Own(path, one.inode()));
      }
    }
  }

  /** Lists the directory: entries that exist all the time are listed exactly once. */
  private void listShared() {
    String directory = ground.shared(0);
    Set<String> found = new HashSet<>();
    long calledAt = System.nanoTime();
    try (EntryIterator entries = client.list(GigaPath.parse(directory), false)) {
      while (entries.hasNext()) {
        String path = directory + "/" + entries.next().name();
        if (!found.add(path)) {
          record.fault(name + " was listed twice: " + path);
        }
      }
    } catch (GigaException e) {
      mustBe(Outcome.DONE, directory, record.outcomeOf(e, System.nanoTime() - calledAt));
      return;
    } catch (UncheckedIOException e) {
      record.fault(name + " listing " + directory + ": " + e.getCause());
      return;
    }
    for (Own file : own) {
      String path = file.path;
      if (path.startsWith(directory + "/") && !found.contains(path)) {
        record.fault(name + " was not listed: " + path);
      }
    }
  }
}
