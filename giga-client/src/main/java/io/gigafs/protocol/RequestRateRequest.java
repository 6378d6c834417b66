package io.gigafs.protocol;

/** Asks a server for the request rate of its partitions. */
public record RequestRateRequest() implements Request<RequestRateResult> {
  @Override
  public Opcode<RequestRateResult> opcode() {
    return Opcode.REQUEST_RATE;
  }

  void write(WireWriter out) {}

  static RequestRateRequest read(WireReader in) {
    return new RequestRateRequest();
  }
}
