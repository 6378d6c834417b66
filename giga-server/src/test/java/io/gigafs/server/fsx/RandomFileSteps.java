package io.gigafs.server.fsx;

import io.gigafs.client.OpenOptions.Flag;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** Draws steps, most of which are valid for the current files. */
final class RandomFileSteps {
  private static final List<String> NAMES = List.of("a", "b", "c");
  private static final int MAX_HANDLES = 6;
  private static final int PAGE = 4_096;
  private static final long MAX_MILLIS = 3_000;

  private static final Map<FsxCall, Integer> USUAL = new EnumMap<>(FsxCall.class);

  static {
    USUAL.put(FsxCall.OPEN, 12);
    USUAL.put(FsxCall.CLOSE, 7);
    USUAL.put(FsxCall.READ, 24);
    USUAL.put(FsxCall.WRITE, 24);
    USUAL.put(FsxCall.APPEND, 8);
    USUAL.put(FsxCall.SET_LENGTH, 4);
    USUAL.put(FsxCall.TRUNCATE, 3);
    USUAL.put(FsxCall.FSTAT, 4);
    USUAL.put(FsxCall.STAT, 4);
    USUAL.put(FsxCall.FLUSH, 3);
    USUAL.put(FsxCall.SYNC, 2);
    USUAL.put(FsxCall.RENAME, 2);
    USUAL.put(FsxCall.UNLINK, 2);
    USUAL.put(FsxCall.LINK, 1);
    USUAL.put(FsxCall.READ_FILE, 4);
    USUAL.put(FsxCall.WRITE_FILE, 2);
    USUAL.put(FsxCall.WAIT, 1);
  }

  private final Random random;
  private final Shape shape;
  private final Map<FsxCall, Integer> weights;
  private final int total;
  private int opened;

  /**
   * Parameters of the steps.
   *
   * @param limit approximate size above which files are no longer inline
   * @param mostBytes maximum size of files
   * @param more calls beside the usual ones, with their weight among about 100
   */
  record Shape(int clients, int servers, int limit, int mostBytes, Map<FsxCall, Integer> more) {}

  RandomFileSteps(Random random, Shape shape) {
    this.random = random;
    this.shape = shape;
    this.weights = new EnumMap<>(USUAL);
    this.weights.putAll(shape.more);
    this.total = weights.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** The next step. */
  FsxStep next(Reference files) {
    FsxCall call = call();
    int client = random.nextInt(shape.clients);
    String name = pick(NAMES);
    List<Integer> handles = files.handles();
    return switch (call) {
      case OPEN -> handles.size() < MAX_HANDLES ? open(client) : close(files, pick(handles));
      case WAIT -> FsxStep.happens(call, random.nextLong(MAX_MILLIS));
      case KILL_SERVER, CRASH_SERVER -> FsxStep.happens(call, random.nextInt(shape.servers));
      case CHANGE_VIEW -> FsxStep.happens(call, random.nextInt(Integer.MAX_VALUE));
      case STAT, UNLINK, READ_FILE -> FsxStep.on(client, name, call);
      case FILL ->
          FsxStep.on(client, name, "", call, random.nextInt(1 << 20), 1 + random.nextInt(8), 0);
      case RENAME, LINK -> FsxStep.on(client, name, pick(NAMES), call, 0, 0, 0);
      case TRUNCATE -> FsxStep.on(client, name, "", call, size(files.sizeOf(name)), 0, 0);
      case WRITE_FILE -> FsxStep.on(client, name, "", call, 0, length(0), random.nextLong());
      case WRITE_OUTSIDE -> {
        long at = offset(files.sizeOf(name));
        yield FsxStep.on(client, name, "", call, at, length(at), random.nextLong());
      }
      default -> handles.isEmpty() ? open(client) : byHandle(files, pick(handles), call);
    };
  }

  private FsxStep byHandle(Reference files, int handle, FsxCall call) {
    int client = files.clientOf(handle);
    long size = files.sizeOf(handle);
    return switch (call) {
      case READ -> {
        long at = offset(size);
        yield FsxStep.by(client, handle, call, at, length(at), 0);
      }
      case WRITE -> {
        long at = offset(size);
        yield FsxStep.by(client, handle, call, at, length(at), random.nextLong());
      }
      case APPEND -> FsxStep.by(client, handle, call, 0, length(size), random.nextLong());
      case SET_LENGTH -> FsxStep.by(client, handle, call, size(size), 0, 0);
      default -> FsxStep.by(client, handle, call);
    };
  }

  private static FsxStep close(Reference files, int handle) {
    return FsxStep.by(files.clientOf(handle), handle, FsxCall.CLOSE);
  }

  private FsxStep open(int client) {
    Set<Flag> flags =
        switch (random.nextInt(8)) {
          case 0, 1 -> EnumSet.of(Flag.READ);
          case 2 -> EnumSet.of(Flag.WRITE);
          case 3 -> EnumSet.of(Flag.WRITE, Flag.CREATE);
          default -> EnumSet.of(Flag.READ, Flag.WRITE, Flag.CREATE);
        };
    boolean empties = weights.getOrDefault(FsxCall.TRUNCATE, 0) > 0 && random.nextInt(6) == 0;
    if (flags.contains(Flag.WRITE) && empties) {
      flags.add(Flag.TRUNCATE);
    }
    if (flags.contains(Flag.CREATE) && random.nextInt(10) == 0) {
      flags.add(Flag.EXCLUSIVE);
    }
    return FsxStep.open(client, opened++, pick(NAMES), flags);
  }

  private FsxCall call() {
    int left = random.nextInt(total);
    for (Map.Entry<FsxCall, Integer> each : weights.entrySet()) {
      left -= each.getValue();
      if (left < 0) {
        return each.getKey();
      }
    }
    throw new AssertionError(weights);
  }

  /** An offset: within the file, at its end, at a page boundary, or in a hole behind it. */
  private long offset(long size) {
    long at =
        switch (random.nextInt(8)) {
          case 0 -> 0;
          case 1, 2 -> size;
          case 3 -> near(PAGE * (long) random.nextInt(1 + shape.mostBytes / PAGE));
          case 4 -> near(shape.limit);
          case 5 -> size + random.nextInt(1 + shape.mostBytes / 8);
          default -> random.nextLong(size + 1);
        };
    return Math.min(at, shape.mostBytes - 1L);
  }

  /** A length from there on: a few bytes, some pages, about the limit, or a large part. */
  private int length(long at) {
    int most = (int) Math.max(1, shape.mostBytes - at);
    long length =
        switch (random.nextInt(10)) {
          case 0 -> random.nextInt(3);
          case 1, 2, 3 -> random.nextInt(64);
          case 4, 5 -> random.nextInt(1 + shape.limit / 2);
          case 6 -> near(PAGE * (long) (1 + random.nextInt(3)));
          case 7 -> near(shape.limit);
          case 8 -> random.nextInt(1 + shape.mostBytes / 8);
          default -> random.nextInt(1 + shape.mostBytes / 2);
        };
    return (int) Math.min(length, most);
  }

  private long size(long size) {
    return switch (random.nextInt(6)) {
      case 0 -> 0;
      case 1 -> near(shape.limit);
      case 2 -> random.nextInt(shape.mostBytes);
      case 3 -> Math.min(shape.mostBytes, size + random.nextInt(200));
      default -> random.nextLong(size + 1);
    };
  }

  private long near(long number) {
    return Math.max(0, number + random.nextInt(5) - 2);
  }

  private <T> T pick(List<T> all) {
    return all.get(random.nextInt(all.size()));
  }
}
