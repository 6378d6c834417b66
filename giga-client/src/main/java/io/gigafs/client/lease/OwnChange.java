package io.gigafs.client.lease;

import io.gigafs.client.request.DirectoryKey;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.FileAttributes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A change of names by a request of this client, reported to what the client has under leases, in
 * all modes, from before the request is sent until it is answered or abandoned. Used by one thread
 * at a time.
 */
public final class OwnChange {
  private static final long[] NONE = {};

  private final LeaseContext context;
  private final List<DirectoryKey> names;
  private final List<DirectoryKey> directories;
  private final long begunNanos;
  private final long begunMoment;
  private final long[] begunNames;
  private final long[] begunDirectories;
  private long endMoment = OwnChanges.NEVER;

  private OwnChange(
      LeaseContext context, List<DirectoryKey> names, List<DirectoryKey> directories) {
    this.context = context;
    this.names = names;
    this.directories = directories;
    this.begunNanos = context.clock().nanos();
    this.begunMoment = context.leases().moment();
    this.begunDirectories = directories.isEmpty() ? NONE : new long[directories.size()];
    for (int i = 0; i < begunDirectories.length; i++) {
      begunDirectories[i] = context.directories().beginChange(directories.get(i));
    }
    this.begunNames = context.attributeCache().isOn() ? new long[names.size()] : NONE;
    for (int i = 0; i < begunNames.length; i++) {
      begunNames[i] = context.attributeCache().beginChange(names.get(i));
    }
    if (context.delegations().isOn()) {
      for (DirectoryKey name : names) {
        context.delegations().beginChange(context, name);
      }
    }
  }

  /**
   * Begins a change.
   *
   * @param names that it may change
   * @param directories those of the names whose leases it gives up, because they may be directories
   * @return null if nothing is affected
   */
  public static @Nullable OwnChange begin(
      LeaseContext context, List<DirectoryKey> names, List<DirectoryKey> directories) {
    return directories.isEmpty()
            && !context.attributeCache().isOn()
            && !context.delegations().isOn()
        ? null
        : new OwnChange(context, names, directories);
  }

  /** Ends it, with any outcome. */
  public void end() {
    for (int i = 0; i < begunDirectories.length; i++) {
      context.directories().endChange(directories.get(i), begunDirectories[i]);
    }
    for (int i = 0; i < begunNames.length; i++) {
      endMoment = context.attributeCache().endChange(names.get(i), begunNames[i]);
    }
    if (context.delegations().isOn()) {
      for (DirectoryKey name : names) {
        context.delegations().endChange(context, name);
      }
    }
  }

  /**
   * Caches what the change created, once it has ended. Only for a change of one name.
   *
   * @param others as of {@link AttributeCache#learn}
   */
  public void made(PartitionIndex partition, FileAttributes attributes, long others) {
    context
        .attributeCache()
        .learn(names.get(0), partition, attributes, others, endMoment, begunMoment, begunNanos);
  }
}
