package io.gigafs.server.partition;

import io.gigafs.index.InodeId;
import io.gigafs.protocol.Mutation;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.PartitionRequest;
import java.util.Set;

/**
 * Directories with one fixed name that the servers created: clients can neither add names nor
 * remove it. Pure.
 */
final class FixedNames {
  /**
   * The operations that add or remove names, except those that use an existing file before they
   * create one.
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
   * Whether such a directory refuses a request. The root's own name always exists, so requests for
   * it are answered like those for any existing name.
   */
  static boolean refuse(PartitionRequest<?> request, PartitionState partition) {
    return NAMING.contains(request.opcode())
        && (partition.isInodeRecord()
            || !(request instanceof Mutation<?> mutation
                && mutation.name().equals(InodeId.ROOT_NAME)));
  }
}
