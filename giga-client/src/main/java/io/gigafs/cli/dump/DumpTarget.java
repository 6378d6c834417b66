package io.gigafs.cli.dump;

import io.gigafs.cli.Output;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The destination of a dump. Without a commit it leaves nothing behind. For one thread, except for
 * {@link #discard}.
 */
abstract class DumpTarget implements AutoCloseable {
  /** Begins the dump. To be called once; fails if the dump was discarded before. */
  abstract OutputStream stream() throws IOException;

  /** Commits the dump: when this returns, it is on the disk, under its name. */
  abstract void commit() throws IOException;

  /** Removes what was not committed. */
  abstract void discard();

  @Override
  public abstract void close() throws IOException;

  /** A file, which replaces an existing one when it is complete. */
  static DumpTarget file(Path file) {
    return new OfFile(file);
  }

  static DumpTarget output(Output out) {
    return new OfOutput(out);
  }

  private static final class OfFile extends DumpTarget {
    private final Path file;
    private final Path partial;
    private @Nullable FileOutputStream stream;
    private boolean committed;
    private boolean discarded;

    OfFile(Path file) {
      this.file = file;
      this.partial = file.resolveSibling(file.getFileName() + ".partial");
    }

    @Override
    synchronized OutputStream stream() throws IOException {
      if (discarded) {
        throw new IOException(partial + ": the dump was given up");
      }
      stream = new FileOutputStream(partial.toFile());
      return stream;
    }

    @Override
    void commit() throws IOException {
      FileOutputStream begun = stream;
      if (begun == null) {
        throw new IllegalStateException("nothing was dumped yet");
      }
      begun.getFD().sync();
      begun.close();
      Files.move(
          partial, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      committed = true;
      Path folder = file.toAbsolutePath().getParent();
      if (folder != null) {
        try (FileChannel entries = FileChannel.open(folder, StandardOpenOption.READ)) {
          entries.force(true);
        }
      }
    }

    @Override
    synchronized void discard() {
      discarded = true;
      if (stream != null) {
        var unused = partial.toFile().delete();
      }
    }

    @Override
    public void close() throws IOException {
      if (stream != null) {
        stream.close();
      }
      if (!committed) {
        discard();
      }
    }
  }

  private static final class OfOutput extends DumpTarget {
    private final Output out;

    OfOutput(Output out) {
      this.out = out;
    }

    @Override
    OutputStream stream() {
      return new OutputStream() {
        @Override
        public void write(int b) {
          out.put((byte) b);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
          out.print(Arrays.copyOfRange(bytes, offset, offset + length));
        }
      };
    }

    @Override
    void commit() {
      out.flush();
    }

    @Override
    void discard() {}

    @Override
    public void close() {}
  }
}
