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

/** Where a dump goes. One that is not committed leaves nothing behind. For one thread. */
abstract class DumpTarget implements AutoCloseable {
  abstract OutputStream stream();

  /** Makes the dump stand: it is on the disk, under its name, when this returns. */
  abstract void commit() throws IOException;

  /** Takes away what was not committed. */
  abstract void discard();

  @Override
  public abstract void close() throws IOException;

  /** A file, which takes the place of one that has its name when it is whole. */
  static DumpTarget file(Path file) throws IOException {
    return new OfFile(file);
  }

  static DumpTarget output(Output out) {
    return new OfOutput(out);
  }

  private static final class OfFile extends DumpTarget {
    private final Path file;
    private final Path partial;
    private final FileOutputStream stream;
    private boolean committed;

    OfFile(Path file) throws IOException {
      this.file = file;
      this.partial = file.resolveSibling(file.getFileName() + ".partial");
      this.stream = new FileOutputStream(partial.toFile());
    }

    @Override
    OutputStream stream() {
      return stream;
    }

    @Override
    void commit() throws IOException {
      stream.getFD().sync();
      stream.close();
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
    void discard() {
      var unused = partial.toFile().delete();
    }

    @Override
    public void close() throws IOException {
      stream.close();
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
