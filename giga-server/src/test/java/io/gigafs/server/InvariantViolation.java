package io.gigafs.server;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The violation of one or more invariants. */
final class InvariantViolation extends AssertionError {
  private static final long serialVersionUID = 1L;

  private final EnumSet<Invariant> violated = EnumSet.noneOf(Invariant.class);

  InvariantViolation(long seed, List<Fault> faults) {
    super(
        "seed "
            + seed
            + ":\n  "
            + faults.stream().map(Fault::toString).collect(Collectors.joining("\n  ")));
    faults.forEach(fault -> violated.add(fault.invariant()));
  }

  /** A single violation. */
  record Fault(Invariant invariant, String what) {
    @Override
    public String toString() {
      return invariant + ": " + what;
    }
  }

  Set<Invariant> violated() {
    return violated;
  }
}
