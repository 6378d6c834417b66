package io.gigafs.cli;

/**
 * Says a last word if the process is stopped in the middle of something. What is left of that
 * process's life is short, so the word is too.
 */
public final class Interruption {
  private final Thread hook;

  private Interruption(Runnable lastWord) {
    this.hook = new Thread(lastWord, "giga-interrupted");
  }

  /** From now on, until cancelled. */
  public static Interruption then(Runnable lastWord) {
    Interruption interruption = new Interruption(lastWord);
    Runtime.getRuntime().addShutdownHook(interruption.hook);
    return interruption;
  }

  public void cancel() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // It is being said right now.
      return;
    }
  }
}
