package io.gigafs.protocol;

/**
 * Which mutation of a client this is, so that a retry is answered as the first time. The client
 * itself is named once per connection.
 *
 * @param number 1, 2, ... in the order in which the client began its mutations; a retry keeps it
 * @param confirmed the client has its answer to every mutation up to and including this number and
 *     will not ask for them again
 */
public record Sequence(long number, long confirmed) {
  public Sequence {
    if (number <= confirmed) {
      throw new IllegalArgumentException(
          "mutation " + number + " is already confirmed (" + confirmed + ")");
    }
  }

  void write(WireWriter out) {
    out.varlong(number).varlong(number - confirmed);
  }

  static Sequence read(WireReader in) {
    long number = in.size();
    int unconfirmed = in.count();
    if (unconfirmed > number) {
      throw new ProtocolException(
          "mutation " + number + " comes behind " + unconfirmed + " that are not confirmed");
    }
    return new Sequence(number, number - unconfirmed);
  }
}
