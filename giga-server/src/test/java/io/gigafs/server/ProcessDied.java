package io.gigafs.server;

/** Ends whatever a simulated process was doing when it died. */
final class ProcessDied extends Error {
  private static final long serialVersionUID = 1L;

  ProcessDied(String process) {
    super(process + " died", null, false, false);
  }
}
