package io.gigafs.tablefs.engine.staging;

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
 *   0       16     the boot of the machine that wrote the rest, a UUID; 0 if nobody did
 *   16      8      generation: which opening of the store wrote the cells
 *   24      8      layout of the cells: 0, without checksums, or 1
 *   4096    256    a cell, see Cells; and so on
 */

/**
 * Memory that outlives the process, as after kill -9, but not the machine: a mapped file, of which
 * nothing is ever synced. What an earlier boot of the machine wrote counts as nothing, for the disk
 * may have any part of it.
 */
public final class StagingMemory implements AutoCloseable {
  private static final int CELLS = 4_096;
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
   * Maps a file, which is made if it is not there: 1 MiB.
   *
   * @param isAfterKill whether a process of this boot of the machine had it open and died
   * @param losses asked where what that process left is not there
   * @throws StoreException if it cannot be written or mapped
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
    int size = HEADER_BYTES + CELLS * SlotArray.BYTES;
    if (isAfterKill && !(Files.exists(file) && Files.size(file) == size)) {
      losses.accept(String.valueOf(file.getFileName()), lossOf(file, "is missing or cut short"));
    }
    try (FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      if (channel.size() != size) {
        // Zeros that are written take their space now: a page without would be found to have none
        // on a full disk when it is stored to, which takes the process down.
        channel.truncate(0);
        writeFully(channel, ByteBuffer.allocate(size));
        // So that it is there, if empty, should the disk fail: who finds none asks why.
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
    return file + " " + how + ": files that were open in the last seconds would not be any more";
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

  /** Memory of this process alone: for tests and simulations, which carry it on. */
  public static StagingMemory ofProcess(int slots) {
    return new StagingMemory(
        new UnsafeBuffer(new byte[HEADER_BYTES + slots * SlotArray.BYTES]), null, LossRecords.NONE);
  }

  /** Likewise, with what is in this one now: for who opens the store of a process that died. */
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
        accept(file, "has " + damaged + " damaged cells");
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

  /** Whether cells have checksums. */
  boolean hasChecksums() {
    return bytes.getLong(LAYOUT_OFFSET) == 1;
  }

  /** Which opening of the store wrote the cells; 0 if none did. */
  long generation() {
    return bytes.getLong(GENERATION_OFFSET);
  }

  /** Empties all cells for a new generation. */
  void begin(long generation) {
    bytes.setMemory(HEADER_BYTES, bytes.capacity() - HEADER_BYTES, (byte) 0);
    bytes.putLong(LAYOUT_OFFSET, 1);
    bytes.putLongOrdered(GENERATION_OFFSET, generation);
  }

  /** How many cells there are. */
  int slots() {
    return (bytes.capacity() - HEADER_BYTES) / SlotArray.BYTES;
  }

  /** Where a cell begins in {@link #bytes}. */
  int offset(int cell) {
    return HEADER_BYTES + cell * SlotArray.BYTES;
  }

  UnsafeBuffer bytes() {
    return bytes;
  }

  /** The bytes must not be used any more. */
  @Override
  public void close() {
    if (mapped != null) {
      BufferUtil.free(mapped);
    }
  }
}
