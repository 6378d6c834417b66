package io.gigafs.client.lease;

import io.gigafs.client.request.DirectoryKey;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.FileAttributes;
import java.util.List;

/**
 * A change of names by this client, reported to its attribute cache from before the request is sent
 * until it is answered or abandoned. Used by one thread at a time.
 */
public final class OwnNameChange {
  private final AttributeCache files;
  private final List<DirectoryKey> names;
  private final long begunNanos;
  private final long begunMoment;
  private final long[] begun;
  private long endMoment = OwnChanges.NEVER;

  /** Starts the change. */
  public OwnNameChange(LeaseContext context, List<DirectoryKey> names) {
    this.files = context.attributeCache();
    this.names = names;
    this.begunNanos = context.clock().nanos();
    this.begunMoment = files.moment();
    this.begun = names.stream().mapToLong(files::beginChange).toArray();
  }

  /** Ends it, with any outcome. */
  public void end() {
    for (int i = 0; i < begun.length; i++) {
      endMoment = files.endChange(names.get(i), begun[i]);
    }
  }

  /**
   * Caches what the change created, once it has ended. Only for a change of one name.
   *
   * @param others as of {@link AttributeCache#learn}
   */
  public void made(PartitionIndex partition, FileAttributes attributes, long others) {
    files.learn(names.get(0), partition, attributes, others, endMoment, begunMoment, begunNanos);
  }
}
