package io.gigafs.protocol;

/**
 * Asks a server how it is.
 *
 * @param partitions whether to report each partition
 */
public record StatusRequest(boolean partitions) implements Request<StatusResult> {
  @Override
  public Opcode<StatusResult> opcode() {
    return Opcode.STATUS;
  }
}
