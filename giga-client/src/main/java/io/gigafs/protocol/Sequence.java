package io.gigafs.protocol;

/**
 * The sequence number of a client's mutation, by which a retry gets the reply of the first attempt.
 * The client itself is named once per connection.
 *
 * @param number 1, 2, ... in the order in which the client began its mutations; a retry has the
 *     same number
 * @param confirmed the client has received the answers of all mutations up to and including this
 *     number and will not retry them
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
          "mutation " + number + " follows " + unconfirmed + " unconfirmed ones");
    }
    return new Sequence(number, number - unconfirmed);
  }
}
