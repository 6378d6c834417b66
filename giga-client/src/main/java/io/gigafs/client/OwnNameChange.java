package io.gigafs.client;

import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.FileAttributes;
import java.util.List;

/**
 * A change of names that this client makes, told to what it keeps of files: from before its request
 * is sent until it is answered or given up. Used by one thread at a time.
 */
final class OwnNameChange {
  private final AttributeCache files;
  private final List<DirectoryKey> names;
  private final long begunNanos;
  private final long begunMoment;
  private final long[] begun;
  private long endMoment = OwnChanges.NEVER;

  /** Begins it. */
  OwnNameChange(Core core, List<DirectoryKey> names) {
    this.files = core.attributeCache();
    this.names = names;
    this.begunNanos = core.clock().nanos();
    this.begunMoment = files.moment();
    this.begun = names.stream().mapToLong(files::beginChange).toArray();
  }

  /** Ends it, whatever became of it. */
  void end() {
    for (int i = 0; i < begun.length; i++) {
      endMoment = files.endChange(names.get(i), begun[i]);
    }
  }

  /**
   * Has what it made be kept, once it has ended; it is of one name.
   *
   * @param others as of {@link AttributeCache#learn}
   */
  void made(PartitionIndex partition, FileAttributes attributes, long others) {
    files.learn(names.get(0), partition, attributes, others, endMoment, begunMoment, begunNanos);
  }
}
