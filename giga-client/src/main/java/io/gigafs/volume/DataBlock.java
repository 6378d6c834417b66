package io.gigafs.volume;

import java.util.List;

/**
 * A part of an object that a volume keeps in one piece.
 *
 * @param offset of its first byte in the object
 * @param length in bytes
 * @param copies where it is kept, the nearest first if the volume knows that
 */
public record DataBlock(long offset, long length, List<Copy> copies) {
  public DataBlock {
    copies = List.copyOf(copies);
  }

  /**
   * A copy of a block.
   *
   * @param address HOST:PORT of whoever hands the bytes out
   * @param host the machine's name, as the volume has it
   * @param rack the machine's place in the network, as {@code /rack/HOST:PORT}; empty if the volume
   *     tells none
   * @param inMemory whether the machine has it in memory
   */
  public record Copy(String address, String host, String rack, boolean inMemory) {}
}
