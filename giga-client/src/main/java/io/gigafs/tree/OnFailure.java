package io.gigafs.tree;

/** What a failure of one file means for a run over a tree. */
public enum OnFailure {
  /** It does not count, as if the file had not been listed. */
  IGNORE,
  /** It was reported; the run continues elsewhere, and the directories above are incomplete. */
  CONTINUE,
  /** It ends the run. */
  STOP
}
