package io.gigafs.access;

/** The user that an operation runs as, for permission checks. */
public interface Identity {
  int uid();

  /** Whether a group is the primary group or a supplementary group. */
  boolean isMemberOf(int group);

  /** Whether permission checks are bypassed: CAP_DAC_OVERRIDE, CAP_FOWNER and the like. */
  boolean isSuperuser();
}
