package io.gigafs.tablefs;

/**
 * What one client's operations of one batch were answered in one partition.
 *
 * @param body encoded by the server
 */
public record Reply(Key key, byte[] body) {
  /**
   * Where the row is kept.
   *
   * @param lastSequence the highest sequence number that the row answers
   */
  public record Key(long directory, int partition, long client, long lastSequence) {}
}
