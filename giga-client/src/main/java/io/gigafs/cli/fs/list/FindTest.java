package io.gigafs.cli.fs.list;

import io.gigafs.protocol.GigaException;

/** A part of find's expression: a test, or an action, which returns whether it succeeded. */
interface FindTest {
  boolean matches(FoundFile file) throws GigaException;

  default FindTest and(FindTest other) {
    return file -> matches(file) && other.matches(file);
  }

  default FindTest or(FindTest other) {
    return file -> matches(file) || other.matches(file);
  }

  default FindTest negate() {
    return file -> !matches(file);
  }
}
