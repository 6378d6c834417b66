package io.gigafs.server.context;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import java.util.TreeMap;

/** Counters of a server since its start. Thread-safe. */
public final class ServerCounters {
  private final MeterRegistry registry;
  private final Counter splitsWithin;
  private final Counter splitsAway;
  private final Counter splitsForHeat;
  private final Counter namesCopied;
  private final Counter copiesRecalled;
  private final Counter copyLookups;
  private final Counter splitsTaken;
  private final Counter splitEntries;
  private final Counter splitBytes;
  private final Counter splitFrozenMicros;
  private final Counter transfersShared;
  private final Counter transferMessageBytes;
  private final Counter importer;
  private final Counter exporter;
  private final Counter redirects;
  private final Counter failedTasks;

  public ServerCounters(MeterRegistry registry) {
    this.registry = registry;
    this.splitsWithin = registry.counter("splits.within");
    this.splitsAway = registry.counter("splits.away");
    this.splitsForHeat = registry.counter("splits.heat");
    this.namesCopied = registry.counter("copies.names");
    this.copiesRecalled = registry.counter("copies.recalled");
    this.copyLookups = registry.counter("copies.lookups");
    this.splitsTaken = registry.counter("splits.taken");
    this.splitEntries = registry.counter("splits.entries");
    this.splitBytes = registry.counter("splits.bytes");
    this.splitFrozenMicros = registry.counter("splits.frozen_us");
    this.transfersShared = registry.counter("transfers.shared");
    this.transferMessageBytes = registry.counter("transfers.message_bytes");
    this.importer = registry.counter("moves.arrived");
    this.exporter = registry.counter("moves.left");
    this.redirects = registry.counter("redirects.slot");
    this.failedTasks = registry.counter("tasks.failed");
  }

  /** Splits whose child stayed on this server. */
  public Counter splitsWithin() {
    return splitsWithin;
  }

  /** Splits whose child went to another server. */
  public Counter splitsAway() {
    return splitsAway;
  }

  /** Splits of both kinds for load, below the split threshold. */
  public Counter splitsForHeat() {
    return splitsForHeat;
  }

  /** How often a name that no other server had was copied to other servers. */
  public Counter namesCopied() {
    return namesCopied;
  }

  /** Copies at other servers that were recalled because of a change to the name. */
  public Counter copiesRecalled() {
    return copiesRecalled;
  }

  /** Lookups that this server answered from copies of other servers' names. */
  public Counter copyLookups() {
    return copyLookups;
  }

  /** Splits whose child came from another server. */
  public Counter splitsTaken() {
    return splitsTaken;
  }

  /** Entries that splits sent to other servers. */
  public Counter splitEntries() {
    return splitEntries;
  }

  /** Bytes of rows that splits sent to other servers. */
  public Counter splitBytes() {
    return splitBytes;
  }

  /**
   * How long halves that went to other servers were frozen, from the intent on, in microseconds.
   */
  public Counter splitFrozenMicros() {
    return splitFrozenMicros;
  }

  /** Partitions that went to another server as files in the transfer directory. */
  public Counter transfersShared() {
    return transfersShared;
  }

  /** Bytes of rows and of files with rows that went to other servers in messages. */
  public Counter transferMessageBytes() {
    return transferMessageBytes;
  }

  /** Partitions that arrived here with their slot. */
  public Counter importer() {
    return importer;
  }

  /** Partitions that left for another server with their slot. */
  public Counter exporter() {
    return exporter;
  }

  /** Requests for slots that this server does not own. */
  public Counter redirects() {
    return redirects;
  }

  /** Lane tasks that failed because of an internal error of this server. */
  public Counter failedTasks() {
    return failedTasks;
  }

  /** Requests of one operation. */
  public Counter requests(String operation) {
    return registry.counter("requests." + operation);
  }

  /** All counters by name, without those that are zero. */
  public Map<String, Long> snapshot() {
    Map<String, Long> counts = new TreeMap<>();
    for (Meter meter : registry.getMeters()) {
      if (meter instanceof Counter counter && counter.count() > 0) {
        counts.put(meter.getId().getName(), (long) counter.count());
      }
    }
    return counts;
  }
}
