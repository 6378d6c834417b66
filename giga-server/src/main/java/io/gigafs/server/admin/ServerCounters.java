package io.gigafs.server.admin;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import java.util.TreeMap;

/** What a server counts since its start. Safe for use by several threads. */
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

  /** Those of both kinds that were for heat, below the split threshold. */
  public Counter splitsForHeat() {
    return splitsForHeat;
  }

  /** How often other servers were given copies of a name of which none had one. */
  public Counter namesCopied() {
    return namesCopied;
  }

  /** Copies at other servers that were recalled as somebody wanted to change what they show. */
  public Counter copiesRecalled() {
    return copiesRecalled;
  }

  /** Look-ups that this server answered from copies of other servers' names. */
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

  /** For how long halves that went to other servers were frozen, from the intent on, in us. */
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

  /** Partitions that came here with their slot. */
  public Counter importer() {
    return importer;
  }

  /** Partitions that went to another server with their slot. */
  public Counter exporter() {
    return exporter;
  }

  /** Requests for slots that this server does not hold. */
  public Counter redirects() {
    return redirects;
  }

  /** Tasks of lanes that failed by an error of this server. */
  public Counter failedTasks() {
    return failedTasks;
  }

  /** Requests of one operation. */
  public Counter requests(String operation) {
    return registry.counter("requests." + operation);
  }

  /** All counts by name; those that are zero are left out. */
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
