package io.gigafs.access;

/** On whose behalf something is done, as far as permissions go. */
public interface Identity {
  int uid();

  /** Whether a group is that of the process or one of its supplementary groups. */
  boolean isMemberOf(int group);

  /** Whether permissions do not bind it: CAP_DAC_OVERRIDE, CAP_FOWNER and the like. */
  boolean isSuperuser();
}
