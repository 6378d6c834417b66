package io.gigafs.tablefs.engine.front;

import io.gigafs.tablefs.StoreException;
import io.gigafs.tablefs.StoreException.Kind;
import io.gigafs.tablefs.engine.Boot;
import io.gigafs.tablefs.engine.LossRecords;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/*
 *   offset  bytes  what
 *   0       16     boot id (UUID) of the machine when the rest was written; 0 if never
 *   16      8      generation: the opening of the store that wrote the slots
 *   24      8      layout of the slots: 0, without checksums, or 1
 *   4096    256    the first slot, see SlotArray; the others follow
 */

/**
 * Memory that survives the process, even kill -9, but not the machine: a mapped file whose pages
 * are never synced. Contents from an earlier boot of the machine are discarded, because the disk
 * may have any part of them.
 */
public final class StagingMemory implements AutoCloseable {
  private static final int SLOTS = 4_096;
  private static final int HEADER_BYTES = 4_096;
  private static final int GENERATION_OFFSET = 2 * Long.BYTES;
  private static final int LAYOUT_OFFSET = 3 * Long.BYTES;

  private final UnsafeBuffer bytes;
  private final @Nullable MappedByteBuffer mapped;
  private final LossRecords losses;

  private StagingMemory(UnsafeBuffer bytes, @Nullable MappedByteBuffer mapped, LossRecords losses) {
    this.bytes = bytes;
    this.mapped = mapped;
    this.losses = losses;
  }

  /**
   * Maps a file of 1 MiB. Creates it if it does not exist.
   *
   * @param isAfterKill whether a process of this boot of the machine had the file open and died
   * @param losses asked for consent if contents that this process left are missing
   * @throws StoreException if the file cannot be written or mapped
   */
  public static StagingMemory ofFile(Path file, boolean isAfterKill, LossRecords losses) {
    try {
      return ofFile(file, Boot.current(), isAfterKill, losses);
    } catch (IOException e) {
      throw new StoreException(Kind.IO, file + ": cannot be mapped: " + e, e);
    }
  }

  static StagingMemory ofFile(Path file, Boot boot, boolean isAfterKill, LossRecords losses)
      throws IOException {
    int size = HEADER_BYTES + SLOTS * SlotArray.BYTES;
    if (isAfterKill && !(Files.exists(file) && Files.size(file) == size)) {
      losses.accept(String.valueOf(file.getFileName()), lossOf(file, "is missing or cut short"));
    }
    try (FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      if (channel.size() != size) {
        // Writing zeros allocates the space now. On a full disk, a store to a page without space
        // would kill the process.
        channel.truncate(0);
        writeFully(channel, ByteBuffer.allocate(size));
        // The file must exist after a crash, even if empty: a missing file counts as a loss.
        channel.force(true);
        forceDirectoryOf(file);
      }
      MappedByteBuffer mapped = channel.map(FileChannel.MapMode.READ_WRITE, 0, size);
      StagingMemory memory = new StagingMemory(new UnsafeBuffer(mapped), mapped, losses);
      try {
        memory.takeOver(file, boot, isAfterKill);
      } catch (RuntimeException e) {
        memory.close();
        throw e;
      }
      return memory;
    }
  }

  private void accept(Path file, String how) {
    losses.accept(String.valueOf(file.getFileName()), lossOf(file, how));
  }

  private static String lossOf(Path file, String how) {
    return file + " " + how + ": the open state of the last seconds before the crash is lost";
  }

  private static void forceDirectoryOf(Path file) throws IOException {
    try (FileChannel directory =
        FileChannel.open(file.resolveSibling(""), StandardOpenOption.READ)) {
      directory.force(true);
    }
  }

  private static void writeFully(FileChannel channel, ByteBuffer zeros) throws IOException {
    while (zeros.hasRemaining()) {
      channel.write(zeros);
    }
  }

  /** Memory within this process, for tests and simulations, which pass it from store to store. */
  public static StagingMemory ofProcess(int slots) {
    return new StagingMemory(
        new UnsafeBuffer(new byte[HEADER_BYTES + slots * SlotArray.BYTES]), null, LossRecords.NONE);
  }

  /** A copy within this process, for opening the store of a process that died. */
  public StagingMemory copy() {
    byte[] copied = new byte[bytes.capacity()];
    bytes.getBytes(0, copied);
    return new StagingMemory(new UnsafeBuffer(copied), null, losses);
  }

  private void takeOver(Path file, Boot boot, boolean isAfterKill) {
    boolean isOurs =
        bytes.getLong(0) == boot.id().getMostSignificantBits()
            && bytes.getLong(Long.BYTES) == boot.id().getLeastSignificantBits();
    if (isOurs) {
      int damaged = new SlotArray(this).damaged();
      if (damaged > 0) {
        accept(file, "has " + damaged + " damaged slots");
      }
      return;
    }
    if (isAfterKill && bytes.getLong(0) != 0) {
      accept(file, "is damaged");
    }
    bytes.setMemory(0, bytes.capacity(), (byte) 0);
    bytes.putLong(0, boot.id().getMostSignificantBits());
    bytes.putLong(Long.BYTES, boot.id().getLeastSignificantBits());
  }

  /** Whether slots have checksums. */
  boolean hasChecksums() {
    return bytes.getLong(LAYOUT_OFFSET) == 1;
  }

  /** The opening of the store that wrote the slots; 0 if none did. */
  long generation() {
    return bytes.getLong(GENERATION_OFFSET);
  }

  /** Clears all slots for a new generation. */
  void begin(long generation) {
    bytes.setMemory(HEADER_BYTES, bytes.capacity() - HEADER_BYTES, (byte) 0);
    bytes.putLong(LAYOUT_OFFSET, 1);
    bytes.putLongOrdered(GENERATION_OFFSET, generation);
  }

  /** Number of slots. */
  int slots() {
    return (bytes.capacity() - HEADER_BYTES) / SlotArray.BYTES;
  }

  /** Offset of a slot in {@link #bytes}. */
  int offset(int slot) {
    return HEADER_BYTES + slot * SlotArray.BYTES;
  }

  UnsafeBuffer bytes() {
    return bytes;
  }

  /** The bytes must not be used after this. */
  @Override
  public void close() {
    if (mapped != null) {
      BufferUtil.free(mapped);
    }
  }
}
