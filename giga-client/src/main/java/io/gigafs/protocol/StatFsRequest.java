package io.gigafs.protocol;

/** Asks a server for its share of statfs(2). */
public record StatFsRequest() implements Request<StatFsResult> {
  @Override
  public Opcode<StatFsResult> opcode() {
    return Opcode.STATFS;
  }

  void write(WireWriter out) {}

  static StatFsRequest read(WireReader in) {
    return new StatFsRequest();
  }
}
