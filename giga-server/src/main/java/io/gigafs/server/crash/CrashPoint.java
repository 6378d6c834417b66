package io.gigafs.server.crash;

/**
 * The steps of splits and transactions between which a crash matters. Each description states what
 * has been done at that point.
 *
 * <p>"Committed" is written, but lost if the machine dies; "durable" is on the disk.
 */
public enum CrashPoint {
  /** Any batch of a lane is committed; none of its answers has been sent. */
  BATCH_COMMITTED,

  /** The two headers of a split within the server are committed. */
  LOCAL_SPLIT_COMMITTED,

  /** The target accepts the upload; the source has stored nothing. */
  SPLIT_ANNOUNCED,
  /** The source's intent is committed. */
  SPLIT_INTENT_COMMITTED,
  /** The source's intent is durable. */
  SPLIT_INTENT_DURABLE,
  /** The moving half is in files at the source. */
  SPLIT_EXTRACTED,
  /** The target has stored a piece of the upload and has not answered yet. */
  SPLIT_PIECE_KEPT,
  /** The target has taken the files from the transfer directory and has not answered yet. */
  SPLIT_FILES_TAKEN,
  /** The source knows that the target has all pieces, or files. */
  SPLIT_UPLOADED,
  /** The target is about to ingest the files. */
  SPLIT_INSTALL_BEGUN,
  /** The target has ingested the rows, durably; there is no header. */
  SPLIT_INGESTED,
  /** The target has committed the child's header. */
  SPLIT_CHILD_COMMITTED,
  /** The source knows that the child exists and has not yet dropped the half. */
  SPLIT_ACKNOWLEDGED,
  /** The source has committed the child's bit and dropped the half and the intent. */
  SPLIT_FINISHED,
  /** The target has answered that the child never was installed, and has dropped stray rows. */
  SPLIT_ABORTED_BY_TARGET,
  /** The source has dropped the intent of a split that was undone. */
  SPLIT_UNDONE,

  /** A new directory's partition is committed as prepared. */
  MKDIR_PREPARED,
  /** The coordinator knows that the partition is prepared; the entry does not exist. */
  MKDIR_PREPARE_ACKNOWLEDGED,
  /** The entry is committed; neither the client nor the partition's owner knows. */
  MKDIR_ENTRY_COMMITTED,
  /** The prepared partition is active, or dropped. */
  MKDIR_SETTLED,

  /** A partition is frozen for the removal of its directory. */
  RMDIR_FROZEN,
  /** The coordinator knows of all partitions whether they are frozen; the entry exists. */
  RMDIR_WALKED,
  /** The entry's removal is committed, but not on the disk. */
  RMDIR_ENTRY_REMOVED,
  /** The entry's removal is durable; all partitions still exist. */
  RMDIR_REMOVAL_DURABLE,
  /** A frozen partition is dropped, or serves again. */
  RMDIR_RELEASED,

  /** The intent to change a directory's attributes is committed. */
  CHANGE_INTENT_COMMITTED,
  /** The intent is durable; no partition has changed. */
  CHANGE_INTENT_DURABLE,
  /** A partition has applied the change. */
  CHANGE_PARTITION_UPDATED,
  /** All partitions have changed; the entry has not. */
  CHANGE_WALKED,
  /** The entry has changed and the intent is dropped. */
  CHANGE_ENTRY_COMMITTED,

  /** A participant has committed that it is prepared for its step of a namespace transaction. */
  COMMIT_PREPARED,
  /** The coordinator knows that all participants are prepared; nothing is decided. */
  COMMIT_ALL_PREPARED,
  /** The coordinator has committed its own step and the decision; the client has its answer. */
  COMMIT_DECIDED,
  /** The decision is durable; no participant knows. */
  COMMIT_DECISION_DURABLE,
  /** The directories that moved have their new parents; no other step is done. */
  COMMIT_DIRECTORIES_PLACED,
  /** A participant has committed its step. */
  COMMIT_STEP_DONE,
  /** The coordinator knows that all steps are durable, and still has its record. */
  COMMIT_ALL_DONE,
  /** The record is dropped, but perhaps not on the disk. */
  COMMIT_RECORD_DROPPED,
  /** A participant has forgotten the transaction. */
  COMMIT_STEP_RETIRED,
  /** A participant has undone what it had prepared. */
  COMMIT_STEP_UNDONE,
  /** A participant in doubt knows the outcome and has not acted on it. */
  COMMIT_OUTCOME_LEARNED,

  /** A handle names an object that is to be created; that may not be on the disk. */
  PLACE_COMMITTED,
  /** The object exists; no answer has been sent. */
  PLACE_MADE,
  /** The entry names the object, perhaps not on the disk; no answer has been sent. */
  SPILL_COMMITTED,

  /**
   * A file that is to be truncated is unsettled, perhaps not on the disk; its object is unchanged.
   */
  TRUNCATE_BEGUN,
  /** The file is unsettled durably. */
  TRUNCATE_DURABLE,
  /** The object is truncated; the entry has the old size. */
  TRUNCATE_DONE,

  /** It is durable that nothing names an object any more; the object still exists. */
  RECLAIM_DURABLE,
  /** The object is deleted; it is still queued. */
  RECLAIM_DELETED,

  /** The copy is queued for deletion, perhaps not on the disk; it does not exist yet. */
  DRAIN_QUEUED,
  /** The queue entry of the copy is durable. */
  DRAIN_QUEUE_DURABLE,
  /** The copy is complete and on its volume's disk; the file has its old object. */
  DRAIN_COPIED,
  /** The file has the copy, perhaps not on the disk, and the old object is queued. */
  DRAIN_COMMITTED,

  /** A partition that was left prepared or frozen knows the outcome and has not acted on it. */
  OUTCOME_LEARNED
}
