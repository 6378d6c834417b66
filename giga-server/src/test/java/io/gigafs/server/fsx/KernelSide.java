package io.gigafs.server.fsx;

import io.gigafs.client.OpenOptions.Flag;
import io.gigafs.protocol.ErrorCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.NonReadableChannelException;
import java.nio.channels.NonWritableChannelException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Files of the local kernel, in one directory. */
class KernelSide implements FileSide, AutoCloseable {
  private final Path directory;
  private final Map<Integer, FileChannel> handles = new HashMap<>();

  KernelSide(Path directory) {
    this.directory = directory;
  }

  @Override
  public FsxResult play(FsxStep step) {
    FileChannel handle = handles.get(step.handle());
    if (step.isByHandle() ? handle == null : step.call() == FsxCall.OPEN && handle != null) {
      return FsxResult.LEFT_OUT;
    }
    try {
      return handle != null && step.isByHandle() ? byHandle(step, handle) : byName(step);
    } catch (NoSuchFileException e) {
      return FsxResult.of(ErrorCode.ENOENT);
    } catch (FileAlreadyExistsException e) {
      return FsxResult.of(ErrorCode.EEXIST);
    } catch (NonReadableChannelException e) {
      return FsxResult.of(ErrorCode.EBADF);
    } catch (NonWritableChannelException e) {
      return FsxResult.of(step.call() == FsxCall.SET_LENGTH ? ErrorCode.EINVAL : ErrorCode.EBADF);
    } catch (IOException e) {
      throw new UncheckedIOException(step.toString(), e);
    }
  }

  FsxResult byHandle(FsxStep step, FileChannel handle) throws IOException {
    switch (step.call()) {
      case CLOSE -> {
        handles.remove(step.handle());
        handle.close();
      }
      case READ -> {
        ByteBuffer into = ByteBuffer.allocate(step.length());
        int read = Math.max(0, handle.read(into, step.at()));
        return FsxResult.of(Arrays.copyOf(into.array(), read));
      }
      case WRITE -> handle.write(ByteBuffer.wrap(step.bytes()), step.at());
      case APPEND -> handle.write(ByteBuffer.wrap(step.bytes()), handle.size());
      case SET_LENGTH -> setLength(handle, step.at());
      case FSTAT -> {
        return FsxResult.ofSize(handle.size());
      }
      case SYNC -> handle.force(true);
      default -> {
        // the kernel has nothing to flush
      }
    }
    return FsxResult.DONE;
  }

  private static void setLength(FileChannel handle, long size) throws IOException {
    if (size > handle.size()) {
      handle.write(ByteBuffer.allocate(1), size - 1);
    } else {
      handle.truncate(size);
    }
  }

  private FsxResult byName(FsxStep step) throws IOException {
    Path path = directory.resolve(step.name());
    Path other = directory.resolve(step.other());
    switch (step.call()) {
      case OPEN -> handles.put(step.handle(), FileChannel.open(path, options(step.flags())));
      case STAT -> {
        return FsxResult.ofFile(Files.size(path), (int) Files.getAttribute(path, "unix:nlink"));
      }
      case READ_FILE -> {
        return FsxResult.of(Files.readAllBytes(path));
      }
      case WRITE_FILE -> Files.write(path, step.bytes());
      case TRUNCATE, WRITE_OUTSIDE -> {
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.WRITE)) {
          if (step.call() == FsxCall.TRUNCATE) {
            setLength(file, step.at());
          } else {
            file.write(ByteBuffer.wrap(step.bytes()), step.at());
          }
        }
      }
      case UNLINK -> Files.delete(path);
      case LINK -> Files.createLink(other, path);
      case RENAME -> Files.move(path, other, StandardCopyOption.ATOMIC_MOVE);
      default -> {
        // no effect on the kernel
      }
    }
    return FsxResult.DONE;
  }

  private static Set<OpenOption> options(Set<Flag> flags) {
    Set<OpenOption> options = new HashSet<>();
    for (Flag flag : flags) {
      options.add(
          switch (flag) {
            case READ -> StandardOpenOption.READ;
            case WRITE -> StandardOpenOption.WRITE;
            case CREATE -> StandardOpenOption.CREATE;
            case EXCLUSIVE -> StandardOpenOption.CREATE_NEW;
            case TRUNCATE -> StandardOpenOption.TRUNCATE_EXISTING;
            default -> throw new IllegalArgumentException(flag.toString());
          });
    }
    return options;
  }

  @Override
  public void close() throws IOException {
    for (FileChannel handle : handles.values()) {
      handle.close();
    }
  }
}
