package io.gigafs.bench.start;

/** A program that only prints its readiness: the baseline of Java's own start time. */
final class EmptyProgram {
  private EmptyProgram() {}

  /** Takes no arguments. */
  public static void main(String[] arguments) {
    System.out.println("ready");
  }
}
