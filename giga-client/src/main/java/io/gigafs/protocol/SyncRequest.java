package io.gigafs.protocol;

/** Makes everything durable that the server has acknowledged before: syncfs(2). */
public record SyncRequest() implements Request<Empty> {
  @Override
  public Opcode<Empty> opcode() {
    return Opcode.SYNC;
  }

  void write(WireWriter out) {}

  static SyncRequest read(WireReader in) {
    return new SyncRequest();
  }
}
