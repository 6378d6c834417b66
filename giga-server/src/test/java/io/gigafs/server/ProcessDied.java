package io.gigafs.server;

/** Ends the current task of a simulated process that died. */
final class ProcessDied extends Error {
  private static final long serialVersionUID = 1L;

  ProcessDied(String process) {
    super(process + " died", null, false, false);
  }
}
