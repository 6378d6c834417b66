package io.gigafs.tablefs;

import java.util.Arrays;

/**
 * What one client's operations of one batch were answered in one partition.
 *
 * @param body encoded by the server
 */
@SuppressWarnings("ArrayRecordComponent") // encoded elsewhere; compared by content below
public record Reply(Key key, byte[] body) {
  /**
   * Where the row is kept.
   *
   * @param lastSequence the highest sequence number that the row answers
   */
  public record Key(long directory, int partition, long client, long lastSequence) {}

  @Override
  public boolean equals(Object other) {
    return other instanceof Reply that && key.equals(that.key) && Arrays.equals(body, that.body);
  }

  @Override
  public int hashCode() {
    return key.hashCode();
  }
}
