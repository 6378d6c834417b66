package io.gigafs.server.cache;

import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.client.OpenFile;
import io.gigafs.client.OpenOptions;
import io.gigafs.client.OpenOptions.Flag;
import io.gigafs.protocol.file.LockType;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.protocol.namespace.RenameMode;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One file of cells, each with a version number. In each step one client changes the file while all
 * read it; then all read it again without writers.
 */
final class CloseToOpenRun {
  private static final int STEPS = 30;
  private static final int CELL_BYTES = 20_000;
  private static final int MAX_CELLS = 24;
  private static final int READERS_EACH = 2;
  private static final long WAIT_SECONDS = 120;

  private final List<GigaClient> clients;
  private final long seed;
  private final Random random;
  private final List<Client> all = new ArrayList<>();
  private String path;

  /** The versions published last; versions being written may be visible as well. */
  private volatile long[] published = new long[0];

  private long lastVersion;

  /** The handle that writes over several steps. */
  private @Nullable OpenFile writing;

  /** A client, and a handle that stays open. */
  private static final class Client {
    private final AsyncGigaClient client;
    private OpenFile held;

    Client(AsyncGigaClient client, OpenFile held) {
      this.client = client;
      this.held = held;
    }
  }

  CloseToOpenRun(List<GigaClient> clients, long seed) {
    this.clients = clients;
    this.seed = seed;
    this.random = new Random(seed);
    this.path = "/f" + seed;
  }

  static <T> T await(CompletableFuture<T> future) throws Exception {
    return future.get(WAIT_SECONDS, TimeUnit.SECONDS);
  }

  private static OpenFile open(AsyncGigaClient client, String path, Flag first, Flag... more)
      throws Exception {
    return await(client.open(GigaPath.parse(path), OpenOptions.of(first, more).withMode(0644)));
  }

  /** Bytes of a cell, which begin with its version. */
  static byte[] bytes(int cell, long version, int length) {
    byte[] bytes = new byte[length];
    new SplittableRandom(cell * 1_000_003L + version).nextBytes(bytes);
    ByteBuffer.wrap(bytes).putLong(version);
    return bytes;
  }

  static void write(GigaClient client, String path, byte[] bytes) throws Exception {
    OpenFile file = open(client.async(), path, Flag.WRITE, Flag.CREATE);
    await(file.write(0, ByteBuffer.wrap(bytes)));
    await(file.closeAsync());
  }

  static byte[] read(GigaClient client, String path) throws Exception {
    OpenFile file = open(client.async(), path, Flag.READ);
    byte[] bytes = new byte[(int) file.opened().size()];
    int read = await(file.read(0, ByteBuffer.wrap(bytes)));
    await(file.closeAsync());
    return Arrays.copyOf(bytes, read);
  }

  void run() throws Exception {
    ExecutorService threads = Executors.newCachedThreadPool();
    try {
      rewrite(clients.get(0).async(), true);
      for (GigaClient client : clients) {
        all.add(new Client(client.async(), open(client.async(), path, Flag.READ)));
      }
      for (int step = 0; step < STEPS; step++) {
        step(threads, step);
      }
      for (Client client : all) {
        await(client.held.closeAsync());
      }
      if (writing != null) {
        await(writing.closeAsync());
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private void step(ExecutorService threads, int step) throws Exception {
    AsyncGigaClient writer = all.get(random.nextInt(all.size())).client;
    List<Future<?>> reading = readers(threads, step, false);
    String what = change(writer);
    for (Future<?> each : reading) {
      each.get(WAIT_SECONDS, TimeUnit.SECONDS);
    }
    for (Future<?> each : readers(threads, step, true)) {
      try {
        each.get(WAIT_SECONDS, TimeUnit.SECONDS);
      } catch (Exception e) {
        throw new AssertionError("seed %d, step %d, %s".formatted(seed, step, what), e);
      }
    }
  }

  private List<Future<?>> readers(ExecutorService threads, int step, boolean isQuiet) {
    List<Future<?>> reading = new ArrayList<>();
    for (int number = 0; number < all.size(); number++) {
      Client client = all.get(number);
      for (int reader = 0; reader < READERS_EACH; reader++) {
        Random draws = new Random(seed * 1_000_000 + step * 100L + number * 10L + reader);
        boolean byHeld = reader == 0;
        String at = path;
        reading.add(
            threads.submit(
                () -> {
                  if (byHeld) {
                    readLocked(client, draws, isQuiet);
                  } else {
                    readOpened(client.client, at, draws, isQuiet);
                  }
                  return null;
                }));
      }
    }
    return reading;
  }

  private void readOpened(AsyncGigaClient client, String at, Random draws, boolean isQuiet)
      throws Exception {
    long[] least = published;
    OpenFile file;
    try {
      file = open(client, at, Flag.READ);
    } catch (Exception e) {
      if (isQuiet) {
        throw e;
      }
      return; // It is being renamed.
    }
    check(file, least, draws, isQuiet);
    await(file.closeAsync());
  }

  private void readLocked(Client client, Random draws, boolean isQuiet) throws Exception {
    if (!isQuiet) {
      check(client.held, new long[published.length], draws, false);
      return;
    }
    await(client.held.flock(LockType.SHARED, true));
    check(client.held, published, draws, true);
    await(client.held.funlock());
  }

  /** Reads sequentially or at random; a cell must not be older than before the open. */
  private static void check(OpenFile file, long[] least, Random draws, boolean isQuiet)
      throws Exception {
    boolean isSequential = draws.nextBoolean();
    int pieces = isSequential ? 1 + MAX_CELLS * CELL_BYTES / 30_000 : 40;
    long at = 0;
    for (int piece = 0; piece < pieces; piece++) {
      int length = isSequential ? 30_000 : 1 + draws.nextInt(50_000);
      long offset = isSequential ? at : draws.nextInt(MAX_CELLS * CELL_BYTES);
      byte[] read = new byte[length];
      int got = await(file.read(offset, ByteBuffer.wrap(read)));
      at += length;
      if (isQuiet) {
        checkAll(offset, Arrays.copyOf(read, got), length, least);
      } else {
        checkVersions(offset, read, got, least);
      }
    }
  }

  private static void checkAll(long offset, byte[] got, int wanted, long[] versions) {
    long size = (long) versions.length * CELL_BYTES;
    int expected = (int) Math.max(0, Math.min(wanted, size - offset));
    if (got.length != expected) {
      throw new AssertionError(
          "%d bytes at %d of %d, not %d".formatted(got.length, offset, size, expected));
    }
    byte[] cell = {};
    int number = -1;
    for (int i = 0; i < got.length; i++) {
      int at = (int) ((offset + i) / CELL_BYTES);
      if (at != number) {
        number = at;
        cell = bytes(at, versions[at], CELL_BYTES);
      }
      if (got[i] != cell[(int) ((offset + i) % CELL_BYTES)]) {
        throw new AssertionError(
            "byte %d is not that of version %d of cell %d".formatted(offset + i, versions[at], at));
      }
    }
  }

  /** During writes: the version in a cell must not be older, unless it is truncated. */
  private static void checkVersions(long offset, byte[] read, int got, long[] least) {
    long first = (offset + CELL_BYTES - 1) / CELL_BYTES * CELL_BYTES;
    for (long start = first; start + Long.BYTES <= offset + got; start += CELL_BYTES) {
      int cell = (int) (start / CELL_BYTES);
      long version = ByteBuffer.wrap(read).getLong((int) (start - offset));
      if (cell < least.length && version != 0 && version < least[cell]) {
        throw new AssertionError(
            "cell %d has version %d, and had %d before".formatted(cell, version, least[cell]));
      }
    }
  }

  private String change(AsyncGigaClient writer) throws Exception {
    int kind = random.nextInt(11);
    switch (kind) {
      case 0 -> {
        rewrite(writer, true);
        return "rewrite";
      }
      case 1 -> {
        cut(writer);
        return "cut";
      }
      case 2 -> {
        append(writer);
        return "append";
      }
      case 3 -> {
        String other = path.startsWith("/f") ? "/g" + seed : "/f" + seed;
        await(writer.rename(GigaPath.parse(path), GigaPath.parse(other), RenameMode.REPLACE));
        path = other;
        return "rename";
      }
      case 4 -> {
        await(
            writer.setAttributes(
                GigaPath.parse(path), AttributeChange.ofMode(0600 + random.nextInt(64))));
        return "chmod";
      }
      case 5, 6, 7 -> {
        writeHeld(writer);
        return "write by a handle that stays open";
      }
      default -> {
        rewriteSome(writer);
        return "rewrite some";
      }
    }
  }

  private void rewrite(AsyncGigaClient writer, boolean truncates) throws Exception {
    int cells = 8 + random.nextInt(MAX_CELLS - 8);
    OpenFile file =
        truncates
            ? open(writer, path, Flag.READ, Flag.WRITE, Flag.CREATE, Flag.TRUNCATE)
            : open(writer, path, Flag.READ, Flag.WRITE, Flag.CREATE);
    long[] versions = new long[cells];
    for (int cell = 0; cell < cells; cell++) {
      put(file, versions, cell);
    }
    publish(file, versions);
  }

  private void put(OpenFile file, long[] versions, int cell) throws Exception {
    versions[cell] = ++lastVersion;
    byte[] bytes = bytes(cell, versions[cell], CELL_BYTES);
    int split = random.nextInt(CELL_BYTES);
    long at = (long) cell * CELL_BYTES;
    await(file.write(at, ByteBuffer.wrap(bytes, 0, split)));
    await(file.write(at + split, ByteBuffer.wrap(bytes, split, CELL_BYTES - split)));
  }

  private void rewriteSome(AsyncGigaClient writer) throws Exception {
    long[] versions = published.clone();
    OpenFile file = open(writer, path, Flag.READ, Flag.WRITE);
    int times = 1 + random.nextInt(6);
    for (int i = 0; i < times && versions.length > 0; i++) {
      put(file, versions, random.nextInt(versions.length));
      if (random.nextInt(3) == 0) {
        check(file, versions, random, true);
      }
    }
    publish(file, versions);
  }

  /** A flush also publishes, though no server learns of it. */
  private void writeHeld(AsyncGigaClient writer) throws Exception {
    OpenFile file = writing;
    if (file == null) {
      file = open(writer, path, Flag.READ, Flag.WRITE);
      writing = file;
    }
    long[] versions = published.clone();
    for (int i = 0; i < 3 && versions.length > 0; i++) {
      put(file, versions, random.nextInt(versions.length));
    }
    if (random.nextInt(3) == 0) {
      await(file.sync());
    } else {
      await(file.flush());
    }
    published = versions;
    if (random.nextInt(3) == 0) {
      writing = null;
      await(file.closeAsync());
    }
  }

  private void append(AsyncGigaClient writer) throws Exception {
    int cells = Math.min(MAX_CELLS, published.length + 1 + random.nextInt(4));
    long[] versions = Arrays.copyOf(published, cells);
    OpenFile file = open(writer, path, Flag.READ, Flag.WRITE);
    for (int cell = published.length; cell < cells; cell++) {
      versions[cell] = ++lastVersion;
      await(file.append(ByteBuffer.wrap(bytes(cell, versions[cell], CELL_BYTES))));
    }
    publish(file, versions);
  }

  private void cut(AsyncGigaClient writer) throws Exception {
    int cells = random.nextInt(published.length + 1);
    long[] versions = Arrays.copyOf(published, cells);
    AttributeChange change = AttributeChange.ofSize((long) cells * CELL_BYTES);
    if (random.nextBoolean()) {
      await(writer.setAttributes(GigaPath.parse(path), change));
      published = versions;
      return;
    }
    OpenFile file = open(writer, path, Flag.READ, Flag.WRITE);
    await(file.setAttributes(change));
    check(file, versions, random, true);
    publish(file, versions);
  }

  /** Checks that the writer sees its own writes before and after it publishes them. */
  private void publish(OpenFile file, long[] versions) throws Exception {
    check(file, versions, random, true);
    if (random.nextInt(4) == 0) {
      await(file.sync());
      check(file, versions, random, true);
    }
    await(file.closeAsync());
    published = versions;
  }
}
