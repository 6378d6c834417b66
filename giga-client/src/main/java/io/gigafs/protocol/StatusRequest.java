package io.gigafs.protocol;

/**
 * Requests the status of a server.
 *
 * @param partitions whether to report each partition
 */
public record StatusRequest(boolean partitions) implements Request<StatusResult> {
  @Override
  public Opcode<StatusResult> opcode() {
    return Opcode.STATUS;
  }

  void write(WireWriter out) {
    out.flag(partitions);
  }

  static StatusRequest read(WireReader in) {
    return new StatusRequest(in.flag());
  }
}
