package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import org.jspecify.annotations.Nullable;

/**
 * A request to a server.
 *
 * @param <R> the type of the result
 */
public interface Request<R extends Result> {
  /** The operation, which the class of the request declares. */
  @SuppressWarnings("unchecked") // A class of requests has one kind of result.
  default Opcode<R> opcode() {
    return (Opcode<R>) Opcode.ofRequests(getClass());
  }

  /** The identity on whose behalf it is sent, if there is one. */
  default @Nullable Caller caller() {
    return null;
  }

  /** The maximum number of bytes of file data, or of cache blocks, in its answer. */
  default int answerDataBytes() {
    return 0;
  }

  /** A request that the owner of one partition answers. */
  interface PartitionRequest<R extends Result> extends Request<R> {
    InodeId directory();

    PartitionIndex partition();
  }

  /** A request about one name of a directory, on behalf of a caller. */
  interface NameRequest<R extends Result> extends PartitionRequest<R> {
    @Override
    Caller caller();

    Name name();
  }

  /** A request about the file that a name refers to. */
  interface FileRequest<R extends Result> extends NameRequest<R> {
    /** If true, a symbolic link is answered with ELOOP instead of being acted on itself. */
    boolean follows();

    /**
     * The inode that the name must resolve to, otherwise nothing is done and the answer is ESTALE;
     * null for any.
     */
    @Nullable InodeId expected();
  }

  /**
   * A request about an open file. It is sent to the last known location of the file, by a name in a
   * directory or by its inode record; ENOENT means that the file is not in that partition.
   */
  interface HandleRequest<R extends Result> extends NameRequest<R> {
    FileHandle handle();
  }
}
