package io.gigafs.client.data;

/** The event that the caller of a close waits for. */
public enum CloseMode {
  /** Nothing. With nothing to flush, the server may receive the close a little later. */
  RELEASE,
  /** Until other clients see what was written. */
  FLUSH,
  /** Until everything written is on disk. */
  SYNC
}
