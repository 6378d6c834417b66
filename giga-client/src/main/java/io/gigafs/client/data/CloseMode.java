package io.gigafs.client.data;

/** What whoever closes a file waits for. */
public enum CloseMode {
  /** For nothing: when there is nothing to bring, servers may hear of it a little later. */
  RELEASE,
  /** Until other clients find what was written. */
  FLUSH,
  /** Until all that was written is on disks. */
  SYNC
}
