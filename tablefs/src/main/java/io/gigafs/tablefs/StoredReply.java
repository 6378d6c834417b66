package io.gigafs.tablefs;

import java.util.Arrays;

/**
 * The replies to one client's operations in one batch and one partition. A later row with the same
 * key replaces it.
 *
 * @param body encoded by the server
 */
@SuppressWarnings("ArrayRecordComponent") // encoded elsewhere; compared by content below
public record StoredReply(Key key, byte[] body) {
  /**
   * The key of the row.
   *
   * @param row the server's number of the row, unsigned; increases in the order of keys
   */
  public record Key(long directory, int partition, long client, long row) {}

  @Override
  public boolean equals(Object other) {
    return other instanceof StoredReply that
        && key.equals(that.key)
        && Arrays.equals(body, that.body);
  }

  @Override
  public int hashCode() {
    return key.hashCode();
  }
}
