package io.gigafs.server.fsx;

import io.gigafs.client.OpenOptions.Flag;
import io.gigafs.protocol.ErrorCode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Files as byte arrays: the expected result of each call. Clients see changes of others at once.
 */
final class Reference implements FileSide {
  private final TreeMap<String, Content> names = new TreeMap<>();
  private final TreeMap<Integer, Handle> handles = new TreeMap<>();

  /** A file. */
  private static final class Content {
    private byte[] bytes = new byte[0];
    private int links = 1;

    /** The client that used it last; -1 if any client may be next. */
    private int usedBy = -1;

    void setLength(long size) {
      bytes = Arrays.copyOf(bytes, Math.toIntExact(size));
    }

    void write(long offset, byte[] from) {
      if (from.length > 0) {
        setLength(Math.max(bytes.length, offset + from.length));
        System.arraycopy(from, 0, bytes, (int) offset, from.length);
      }
    }

    byte[] read(long offset, int length) {
      int from = (int) Math.min(offset, bytes.length);
      return Arrays.copyOfRange(bytes, from, (int) Math.min(bytes.length, offset + length));
    }
  }

  private record Handle(Content file, int client, Set<Flag> flags) {
    boolean may(Flag flag) {
      return flags.contains(flag);
    }
  }

  /** The existing names. */
  List<String> names() {
    return List.copyOf(names.keySet());
  }

  /** The open files. */
  List<Integer> handles() {
    return List.copyOf(handles.keySet());
  }

  int clientOf(int handle) {
    Handle open = handles.get(handle);
    return open == null ? 0 : open.client;
  }

  long sizeOf(int handle) {
    Handle open = handles.get(handle);
    return open == null ? 0 : open.file.bytes.length;
  }

  long sizeOf(String name) {
    Content file = names.get(name);
    return file == null ? 0 : file.bytes.length;
  }

  /**
   * Notes that a step's client uses the step's files.
   *
   * @return the handles of those files, if another client used one of them last
   */
  List<Integer> handedOver(FsxStep step) {
    List<Integer> from = new ArrayList<>();
    boolean outside = step.call() == FsxCall.WRITE_OUTSIDE;
    for (Content file : filesOf(step)) {
      if (outside || (file.usedBy >= 0 && file.usedBy != step.client())) {
        handles.forEach(
            (number, handle) -> {
              if (handle.file == file) {
                from.add(number);
              }
            });
      }
      file.usedBy = outside ? Integer.MAX_VALUE : step.client();
    }
    return from;
  }

  private List<Content> filesOf(FsxStep step) {
    List<Content> files = new ArrayList<>();
    Handle handle = step.isByHandle() ? handles.get(step.handle()) : null;
    if (handle != null) {
      files.add(handle.file);
    }
    for (String name : List.of(step.name(), step.other())) {
      Content file = names.get(name);
      if (file != null) {
        files.add(file);
      }
    }
    return files;
  }

  @Override
  public FsxResult play(FsxStep step) {
    if (step.isByHandle()) {
      Handle handle = handles.get(step.handle());
      return handle == null ? FsxResult.LEFT_OUT : byHandle(step, handle);
    }
    return switch (step.call()) {
      case OPEN -> open(step);
      case WRITE_FILE -> writeFile(step);
      case FILL, WAIT, KILL_SERVER, CRASH_SERVER, CHANGE_VIEW -> FsxResult.DONE;
      default -> {
        Content file = names.get(step.name());
        yield file == null ? FsxResult.of(ErrorCode.ENOENT) : byName(step, file);
      }
    };
  }

  private FsxResult byHandle(FsxStep step, Handle handle) {
    Content file = handle.file;
    switch (step.call()) {
      case CLOSE -> handles.remove(step.handle());
      case READ -> {
        return handle.may(Flag.READ)
            ? FsxResult.of(file.read(step.at(), step.length()))
            : FsxResult.of(ErrorCode.EBADF);
      }
      case WRITE, APPEND -> {
        if (!handle.may(Flag.WRITE)) {
          return FsxResult.of(ErrorCode.EBADF);
        }
        file.write(step.call() == FsxCall.APPEND ? file.bytes.length : step.at(), step.bytes());
      }
      case SET_LENGTH -> {
        if (!handle.may(Flag.WRITE)) {
          return FsxResult.of(ErrorCode.EINVAL);
        }
        file.setLength(step.at());
      }
      case FSTAT -> {
        return FsxResult.ofSize(file.bytes.length);
      }
      default -> {
        // flush and sync change nothing
      }
    }
    return FsxResult.DONE;
  }

  private FsxResult byName(FsxStep step, Content file) {
    switch (step.call()) {
      case STAT -> {
        return FsxResult.ofFile(file.bytes.length, file.links);
      }
      case READ_FILE -> {
        return FsxResult.of(file.bytes.clone());
      }
      case TRUNCATE -> file.setLength(step.at());
      case UNLINK -> unlink(step.name());
      case LINK -> {
        if (names.containsKey(step.other())) {
          return FsxResult.of(ErrorCode.EEXIST);
        }
        names.put(step.other(), file);
        file.links++;
      }
      case RENAME -> {
        if (names.get(step.other()) != file) {
          unlink(step.other());
          names.remove(step.name());
          names.put(step.other(), file);
        }
      }
      case WRITE_OUTSIDE -> file.write(step.at(), step.bytes());
      default -> throw new IllegalArgumentException(step.toString());
    }
    return FsxResult.DONE;
  }

  private void unlink(String name) {
    Content file = names.remove(name);
    if (file != null) {
      file.links--;
    }
  }

  private FsxResult open(FsxStep step) {
    Content file = names.get(step.name());
    if (file == null && !step.flags().contains(Flag.CREATE)) {
      return FsxResult.of(ErrorCode.ENOENT);
    }
    if (file != null && step.flags().contains(Flag.EXCLUSIVE)) {
      return FsxResult.of(ErrorCode.EEXIST);
    }
    if (handles.containsKey(step.handle())) {
      return FsxResult.LEFT_OUT;
    }
    Content opened = file == null ? make(step) : file;
    if (step.flags().contains(Flag.TRUNCATE)) {
      opened.setLength(0);
    }
    handles.put(step.handle(), new Handle(opened, step.client(), step.flags()));
    return FsxResult.DONE;
  }

  private FsxResult writeFile(FsxStep step) {
    Content file = names.get(step.name());
    Content written = file == null ? make(step) : file;
    written.bytes = step.bytes();
    return FsxResult.DONE;
  }

  private Content make(FsxStep step) {
    Content file = new Content();
    file.usedBy = step.client();
    names.put(step.name(), file);
    return file;
  }

  /** All contents, by name. */
  Map<String, byte[]> contents() {
    Map<String, byte[]> contents = new HashMap<>();
    names.forEach((name, file) -> contents.put(name, file.bytes));
    return contents;
  }

  /** Whether a step can be played: its handle is open, or it needs none. */
  boolean canPlay(FsxStep step) {
    @Nullable Handle handle = handles.get(step.handle());
    return step.isByHandle() ? handle != null : step.call() != FsxCall.OPEN || handle == null;
  }
}
