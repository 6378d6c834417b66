package io.gigafs.server.lane;

import io.gigafs.index.InodeId;
import io.gigafs.protocol.Mutation;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.PartitionRequest;
import java.util.Set;

/**
 * Directories that have one name, which servers gave them: no client adds to them or takes the name
 * away. Pure.
 */
final class FixedNames {
  /**
   * What adds names or removes them, but for what takes a file that is there before it makes one.
   */
  private static final Set<Opcode<?>> NAMING =
      Set.of(
          Opcode.BULK_CREATE,
          Opcode.RESTORE_ENTRIES,
          Opcode.WRITE_FILES,
          Opcode.MAKE_DIRECTORY,
          Opcode.MAKE_NODE,
          Opcode.REMOVE_DIRECTORY,
          Opcode.UNLINK,
          Opcode.RENAME,
          Opcode.DELEGATE,
          Opcode.DELEGATED_CREATES,
          Opcode.DELEGATED_UNLINKS);

  private FixedNames() {}

  /**
   * Whether such a directory refuses a request. The root's own name is always there, so requests
   * that name it are answered like those of any name that is.
   */
  static boolean refuse(PartitionRequest<?> request, PartitionState partition) {
    return NAMING.contains(request.opcode())
        && (partition.isHome()
            || !(request instanceof Mutation<?> mutation
                && mutation.name().equals(InodeId.ROOT_NAME)));
  }
}
