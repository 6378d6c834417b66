package io.gigafs.protocol;

/** Asks a server to put on its disk all that it has answered before: syncfs(2). */
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
