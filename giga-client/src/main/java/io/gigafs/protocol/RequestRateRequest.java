package io.gigafs.protocol;

/** Asks a server how many requests its partitions take. */
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
