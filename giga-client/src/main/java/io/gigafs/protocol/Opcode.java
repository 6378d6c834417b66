package io.gigafs.protocol;

/**
 * The operations of the protocol. Numbers below 64 are for clients and servers, from 64 on for
 * servers among themselves.
 *
 * @param <R> what a successful answer holds
 */
public final class Opcode<R extends Result> {
  public static final Opcode<LookupResult> LOOKUP = new Opcode<>(1, "LOOKUP");
  public static final Opcode<EntryResult> CREATE = new Opcode<>(2, "CREATE");
  public static final Opcode<BulkCreateResult> BULK_CREATE = new Opcode<>(3, "BULK_CREATE");
  public static final Opcode<EntryResult> MAKE_DIRECTORY = new Opcode<>(4, "MAKE_DIRECTORY");
  public static final Opcode<EntryResult> SET_ATTRIBUTES = new Opcode<>(5, "SET_ATTRIBUTES");
  public static final Opcode<Empty> UNLINK = new Opcode<>(6, "UNLINK");
  public static final Opcode<Empty> REMOVE_DIRECTORY = new Opcode<>(7, "REMOVE_DIRECTORY");
  public static final Opcode<PartitionAttributes> PARTITION_ATTRIBUTES =
      new Opcode<>(8, "PARTITION_ATTRIBUTES");
  public static final Opcode<ListResult> LIST = new Opcode<>(9, "LIST");
  public static final Opcode<StatFsResult> STATFS = new Opcode<>(10, "STATFS");
  public static final Opcode<ClusterViewResult> CLUSTER_VIEW = new Opcode<>(11, "CLUSTER_VIEW");
  public static final Opcode<StatusResult> STATUS = new Opcode<>(12, "STATUS");
  public static final Opcode<PrepareDirectoryResult> PREPARE_DIRECTORY =
      new Opcode<>(64, "PREPARE_DIRECTORY");
  public static final Opcode<Empty> SETTLE_DIRECTORY = new Opcode<>(65, "SETTLE_DIRECTORY");
  public static final Opcode<FreezePartitionResult> FREEZE_PARTITION =
      new Opcode<>(66, "FREEZE_PARTITION");
  public static final Opcode<ReleasePartitionResult> RELEASE_PARTITION =
      new Opcode<>(67, "RELEASE_PARTITION");
  public static final Opcode<UpdatePartitionResult> UPDATE_PARTITION =
      new Opcode<>(68, "UPDATE_PARTITION");
  public static final Opcode<OutcomeResult> OUTCOME = new Opcode<>(69, "OUTCOME");
  public static final Opcode<Empty> INSTALL_CHUNK = new Opcode<>(70, "INSTALL_CHUNK");
  public static final Opcode<Empty> INSTALL_COMMIT = new Opcode<>(71, "INSTALL_COMMIT");
  public static final Opcode<OutcomeResult> INSTALL_OUTCOME = new Opcode<>(72, "INSTALL_OUTCOME");

  private final int code;
  private final String name;

  private Opcode(int code, String name) {
    this.code = code;
    this.name = name;
  }

  /** The number on the wire. */
  public int code() {
    return code;
  }

  @Override
  public String toString() {
    return name;
  }
}
