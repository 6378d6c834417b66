package io.gigafs.cli;

/**
 * Prints a last message if the process is stopped during an operation. It must be short, because
 * the process is about to end.
 */
public final class Interruption {
  private final Thread hook;

  private Interruption(Runnable lastWord) {
    this.hook = new Thread(lastWord, "giga-interrupted");
  }

  /** Registers the action until it is cancelled. */
  public static Interruption then(Runnable lastWord) {
    Interruption interruption = new Interruption(lastWord);
    Runtime.getRuntime().addShutdownHook(interruption.hook);
    return interruption;
  }

  public void cancel() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The message is being printed now.
      return;
    }
  }
}
