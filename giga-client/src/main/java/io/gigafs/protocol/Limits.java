package io.gigafs.protocol;

import io.gigafs.cluster.SlotTable;

/**
 * Limits of messages, which a reader enforces for all senders. In addition, a reader rejects every
 * length that exceeds the rest of the frame.
 */
public final class Limits {
  /** The maximum bytes of a file in one message. */
  public static final int MAX_DATA_BYTES = 1 << 20;

  /** The longest hello or refusal, and so the longest frame before a connection is established. */
  public static final int MAX_HELLO_BYTES = 4 * 1024;

  /** The smallest frame limit that a side may announce. */
  public static final int MIN_FRAME_BYTES = 64 * 1024;

  /** The largest frame limit that a side may set. */
  public static final int MAX_FRAME_BYTES = 1 << 30;

  /** Supplementary groups of a caller: Linux's NGROUPS_MAX. */
  static final int MAX_GROUPS = 1 << 16;

  /** The longest key of a value in a cache. */
  public static final int MAX_CACHE_KEY_BYTES = 200;

  /** The longest text, in UTF-8 bytes: details of errors, host names, names of counters. */
  static final int MAX_TEXT_BYTES = 2 * 1024;

  /** The longest encoded partition map: its bitmap, and some room for a header. */
  static final int MAX_MAP_BYTES = (1 << 16) / 8 + 64;

  /** Files of a bulk create. */
  public static final int MAX_BULK = 1 << 16;

  /** Counters of a status report. */
  public static final int MAX_COUNTERS = 1 << 12;

  /** Servers of a cluster: each holds a slot. */
  static final int MAX_SERVERS = SlotTable.MAX_SLOTS;

  /** Volumes of a cluster. */
  static final int MAX_VOLUMES = 1 << 12;

  /** Writes to an open file that one request may carry. */
  static final int MAX_WRITES = 1 << 12;

  /** The marks of files that the store knows, see {@code docs/key-schema.md}. */
  public static final int KNOWN_MARKS = (1 << 11) - 1;

  private Limits() {}
}
