package io.gigafs.protocol.cluster;

import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

/**
 * A problem of a server that is able to answer.
 *
 * @param kind one word: {@code behind}, it refuses the newest view of the cluster; {@code full}, it
 *     creates nothing; {@code lost}, it was started without data that it had acknowledged; {@code
 *     damaged}, some entries cannot be read; {@code failed}, nothing can be changed
 * @param sinceMillis when the server noticed, ms since the epoch by its own clock
 * @param cause what is wrong, and where
 * @param remedy what the operator should do
 */
public record ServerProblem(String kind, long sinceMillis, String cause, String remedy) {
  /** The minimum encoded size of a problem: three lengths and a time. */
  static final int MIN_BYTES = 1 + 1 + 1 + 1;

  void write(WireWriter out) {
    out.text(kind).varlong(sinceMillis).text(cause).text(remedy);
  }

  static ServerProblem read(WireReader in) {
    return new ServerProblem(in.text(), in.varlong(), in.text(), in.text());
  }
}
