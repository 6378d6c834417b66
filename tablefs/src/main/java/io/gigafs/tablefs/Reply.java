package io.gigafs.tablefs;

import java.util.Arrays;

/**
 * What one client's operations of one batch were answered in one partition. A later one of the same
 * key takes its place.
 *
 * @param body encoded by the server
 */
@SuppressWarnings("ArrayRecordComponent") // encoded elsewhere; compared by content below
public record Reply(Key key, byte[] body) {
  /**
   * Where the row is kept.
   *
   * @param row the server's number of the row, unsigned: the next in the order of keys is higher
   */
  public record Key(long directory, int partition, long client, long row) {}

  @Override
  public boolean equals(Object other) {
    return other instanceof Reply that && key.equals(that.key) && Arrays.equals(body, that.body);
  }

  @Override
  public int hashCode() {
    return key.hashCode();
  }
}
