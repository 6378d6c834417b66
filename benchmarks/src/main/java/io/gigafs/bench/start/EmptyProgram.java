package io.gigafs.bench.start;

/** A program that does nothing but say so: what is left of a start is Java's own. */
final class EmptyProgram {
  private EmptyProgram() {}

  /** Takes no arguments. */
  public static void main(String[] arguments) {
    System.out.println("ready");
  }
}
