package io.gigafs.protocol;

/** Requests a server's share of statfs(2). */
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
