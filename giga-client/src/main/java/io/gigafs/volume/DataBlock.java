package io.gigafs.volume;

import java.util.List;

/**
 * A part of an object that a volume stores in one piece.
 *
 * @param offset of its first byte in the object
 * @param length in bytes
 * @param copies the replicas, nearest first if the volume knows the distance
 */
public record DataBlock(long offset, long length, List<Copy> copies) {
  public DataBlock {
    copies = List.copyOf(copies);
  }

  /**
   * A replica of a block.
   *
   * @param address HOST:PORT of the server with the bytes
   * @param host the machine's name in the volume
   * @param rack the machine's network location, as {@code /rack/HOST:PORT}; empty if unknown
   * @param inMemory whether the machine has it in memory
   */
  public record Copy(String address, String host, String rack, boolean inMemory) {}
}
