package io.gigafs.server.crash;

/**
 * The steps of splits and transactions between which a crash matters, by what is done when the
 * point is reached.
 *
 * <p>"Committed" is written, but lost if the machine dies; "durable" is on the disk.
 */
public enum CrashPoint {
  /** Any batch of a lane is committed; none of its answers has left. */
  TURN_COMMITTED,

  /** The two headers of a split within the server are committed. */
  LOCAL_SPLIT_COMMITTED,

  /** The target takes the upload; the source has stored nothing. */
  SPLIT_ANNOUNCED,
  /** The source's intent is committed. */
  SPLIT_INTENT_COMMITTED,
  /** The source's intent is durable. */
  SPLIT_INTENT_DURABLE,
  /** The moving half is in files at the source. */
  SPLIT_EXTRACTED,
  /** The target has kept a piece of the upload and not yet said so. */
  SPLIT_PIECE_KEPT,
  /** The target has taken the files from the transfer directory and not yet said so. */
  SPLIT_FILES_TAKEN,
  /** The source knows that the target has all pieces, or files. */
  SPLIT_UPLOADED,
  /** The target is about to ingest the files. */
  SPLIT_INSTALL_BEGUN,
  /** The target has ingested the rows, durably; there is no header. */
  SPLIT_INGESTED,
  /** The target has committed the child's header. */
  SPLIT_CHILD_COMMITTED,
  /** The source knows that the child stands and has not yet dropped the half. */
  SPLIT_ACKNOWLEDGED,
  /** The source has committed the child's bit and dropped the half and the intent. */
  SPLIT_FINISHED,
  /** The target has told that the child never was installed, and has dropped stray rows. */
  SPLIT_ABORTED_BY_TARGET,
  /** The source has dropped the intent of a split that is undone. */
  SPLIT_UNDONE,

  /** A new directory's partition is committed as prepared. */
  MKDIR_PREPARED,
  /** The coordinator knows that the partition is prepared; the entry is not there. */
  MKDIR_PREPARE_ACKNOWLEDGED,
  /** The entry is committed; neither the client nor the partition's holder knows. */
  MKDIR_ENTRY_COMMITTED,
  /** The prepared partition is active, or dropped. */
  MKDIR_SETTLED,

  /** A partition is frozen for the removal of its directory. */
  RMDIR_FROZEN,
  /** The coordinator knows of all partitions whether they are frozen; the entry stands. */
  RMDIR_WALKED,
  /** The entry's removal is committed, but not on the disk. */
  RMDIR_ENTRY_REMOVED,
  /** The entry's removal is durable; all partitions are there. */
  RMDIR_REMOVAL_DURABLE,
  /** A frozen partition is dropped, or serves again. */
  RMDIR_RELEASED,

  /** The intent to change a directory's attributes is committed. */
  CHANGE_INTENT_COMMITTED,
  /** The intent is durable; no partition has changed. */
  CHANGE_INTENT_DURABLE,
  /** A partition has taken the change over. */
  CHANGE_PARTITION_UPDATED,
  /** All partitions have changed; the entry has not. */
  CHANGE_WALKED,
  /** The entry has changed and the intent is dropped. */
  CHANGE_ENTRY_COMMITTED,

  /** A holder has committed that it can do its step of a change of several names. */
  COMMIT_PREPARED,
  /** The coordinator knows that all steps can be done; nothing is decided. */
  COMMIT_ALL_PREPARED,
  /** The coordinator has committed its own part and the decision; the client was told. */
  COMMIT_DECIDED,
  /** The decision is durable; no holder knows. */
  COMMIT_DECISION_DURABLE,
  /** The directories that moved know where they are; no other step is done. */
  COMMIT_DIRECTORIES_PLACED,
  /** A holder has committed its step. */
  COMMIT_STEP_DONE,
  /** The coordinator knows that all steps are durable, and still has its record. */
  COMMIT_ALL_DONE,
  /** The record is dropped, but perhaps not on the disk. */
  COMMIT_RECORD_DROPPED,
  /** A holder has forgotten the change. */
  COMMIT_STEP_RETIRED,
  /** A holder has undone what it had prepared. */
  COMMIT_STEP_UNDONE,
  /** A holder that was left alone knows the outcome and has not acted on it. */
  COMMIT_OUTCOME_LEARNED,

  /** A handle names an object that is to be made; that may not be on the disk. */
  PLACE_COMMITTED,
  /** The object is there; nobody was told. */
  PLACE_MADE,
  /** The entry names the object, perhaps not on the disk; nobody was told. */
  SPILL_COMMITTED,

  /** A file that is to be cut is unsettled, perhaps not on the disk; its object is as it was. */
  TRUNCATE_BEGUN,
  /** The file is unsettled durably. */
  TRUNCATE_DURABLE,
  /** The object is cut; the entry has the old size. */
  TRUNCATE_DONE,

  /** It is durable that nothing names an object any more; it is still there. */
  RECLAIM_DURABLE,
  /** The object is deleted; it is still queued. */
  RECLAIM_DELETED,

  /** A copy on another volume is queued to be deleted, perhaps not on the disk; it is not there. */
  DRAIN_QUEUED,
  /** That is durable. */
  DRAIN_QUEUE_DURABLE,
  /** The copy is whole and on its volume's disk; the file has its old object. */
  DRAIN_COPIED,
  /** The file has the copy, perhaps not on the disk, and the old object is queued. */
  DRAIN_COMMITTED,

  /** A partition that was left prepared or frozen knows the outcome and has not acted on it. */
  OUTCOME_LEARNED
}
