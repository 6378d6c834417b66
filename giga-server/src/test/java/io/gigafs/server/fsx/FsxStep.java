package io.gigafs.server.fsx;

import io.gigafs.client.OpenOptions.Flag;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * One call with all its arguments, so that it can be repeated; unused arguments are empty or 0.
 *
 * @param client which of the clients calls
 * @param handle the number of an open file
 * @param flags of an opening
 * @param name a file's name
 * @param other another file's name
 * @param at an offset or a length; of a wait, ms; of a kill, which server; of a change of the view,
 *     a seed
 * @param length number of bytes
 * @param seed seed of the bytes
 */
record FsxStep(
    FsxCall call,
    int client,
    int handle,
    Set<Flag> flags,
    String name,
    String other,
    long at,
    int length,
    long seed) {

  /** A call by handle. */
  static FsxStep by(int client, int handle, FsxCall call) {
    return by(client, handle, call, 0, 0, 0);
  }

  static FsxStep by(int client, int handle, FsxCall call, long at, int length, long seed) {
    return new FsxStep(call, client, handle, Set.of(), "", "", at, length, seed);
  }

  /** A call by name. */
  static FsxStep on(int client, String name, FsxCall call) {
    return on(client, name, "", call, 0, 0, 0);
  }

  static FsxStep on(
      int client, String name, String other, FsxCall call, long at, int length, long seed) {
    return new FsxStep(call, client, 0, Set.of(), name, other, at, length, seed);
  }

  static FsxStep open(int client, int handle, String name, Set<Flag> flags) {
    return new FsxStep(FsxCall.OPEN, client, handle, Set.copyOf(flags), name, "", 0, 0, 0);
  }

  static FsxStep happens(FsxCall call, long at) {
    return new FsxStep(call, 0, 0, Set.of(), "", "", at, 0, 0);
  }

  /** Whether the call uses an open file. */
  boolean isByHandle() {
    return name.isEmpty() && call.compareTo(FsxCall.FILL) < 0;
  }

  /** The bytes to write. */
  byte[] bytes() {
    byte[] bytes = new byte[length];
    new SplittableRandom(seed).nextBytes(bytes);
    return bytes;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("c" + client + " " + call);
    if (isByHandle() || call == FsxCall.OPEN) {
      text.append(" #").append(handle);
    }
    if (!name.isEmpty()) {
      text.append(' ').append(name);
    }
    if (!other.isEmpty()) {
      text.append(' ').append(other);
    }
    if (!flags.isEmpty()) {
      text.append(' ').append(flags);
    }
    switch (call) {
      case READ -> text.append(" [%d, %d)".formatted(at, at + length));
      case WRITE, WRITE_OUTSIDE ->
          text.append(" [%d, %d) seed %d".formatted(at, at + length, seed));
      case APPEND, WRITE_FILE -> text.append(" %d bytes seed %d".formatted(length, seed));
      case FILL -> text.append(" %d files from %d on".formatted(length, at));
      case SET_LENGTH, TRUNCATE -> text.append(" to ").append(at);
      case WAIT -> text.append(' ').append(at).append(" ms");
      case CHANGE_VIEW -> text.append(" seed ").append(at);
      case KILL_SERVER, CRASH_SERVER -> text.append(" s").append(at);
      default -> {
        // the step has no further arguments
      }
    }
    return text.toString();
  }
}
