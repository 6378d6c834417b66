package io.gigafs.server.chaos;

import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.server.History.Kind;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Shared names of the workers: a directory that all fill until it has split often, then the next
 * one. Thread-safe.
 *
 * <p>Beside it are {@value #CONTESTED}, whose names all workers use at once, and {@value #PASSING},
 * whose directories are created and removed. Moved files go to {@value #MOVED}.
 */
final class LoadGround {
  static final String CONTESTED = "/contested";
  static final String PASSING = "/passing";

  /** Target directory of moved files. */
  static final String MOVED = "/moved";

  /** Files that make a directory of 16 slots and a threshold of 100 split beyond its slots. */
  private static final int FILES_PER_DIRECTORY = 2_000;

  /** Operations on contested names before the names change: histories stay short. */
  private static final int TURNS_PER_WINDOW = 400;

  private static final int WINDOW = 12;

  private final GigaClient client;
  private final LoadRecord record;
  private final AtomicInteger files = new AtomicInteger();
  private final AtomicInteger turns = new AtomicInteger();
  private String shared = "";

  LoadGround(GigaClient client, LoadRecord record) {
    this.client = client;
    this.record = record;
    make(CONTESTED);
    make(PASSING);
    make(MOVED);
    nextShared(0);
  }

  private void make(String path) {
    record.perform(
        path, Kind.MAKE, "ground", () -> client.makeDirectory(GigaPath.parse(path), 0755));
  }

  /** The directory in which to create this number of files. */
  String shared(int more) {
    int made = files.getAndAdd(more);
    int before = made / FILES_PER_DIRECTORY;
    int after = (made + more) / FILES_PER_DIRECTORY;
    if (after > before) {
      nextShared(after);
    }
    return current();
  }

  private synchronized String current() {
    return shared;
  }

  private void nextShared(int number) {
    String path = "/shared" + number;
    make(path);
    synchronized (this) {
      shared = path;
    }
  }

  /** A number that other workers draw at the same time. */
  int contested(int dice) {
    return turns.getAndIncrement() / TURNS_PER_WINDOW * WINDOW + Math.floorMod(dice, WINDOW);
  }
}
