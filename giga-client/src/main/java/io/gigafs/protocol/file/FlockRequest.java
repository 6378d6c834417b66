package io.gigafs.protocol.file;

import static io.gigafs.protocol.Elements.COUNT;
import static io.gigafs.protocol.Elements.HANDLE_MUTATION_HEAD;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.FileHandle;
import io.gigafs.protocol.Mutation;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request.HandleRequest;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.file.LockRequest.LockResult;
import org.jspecify.annotations.Nullable;

/**
 * Locks the whole file for a handle, replacing its previous lock: flock(2).
 *
 * @param type null for LOCK_UN
 * @param waitMillis how long to wait for others; 0 for EAGAIN at once
 */
public record FlockRequest(
    InodeId directory,
    PartitionIndex partition,
    Caller caller,
    Sequence sequence,
    Name name,
    FileHandle handle,
    @Nullable LockType type,
    int waitMillis)
    implements Mutation<LockResult>, HandleRequest<LockResult> {
  private static final int NONE = 2;

  /** The code of a type, or {@link #NONE}. */
  @SuppressWarnings("NullAway") // Null is none.
  private static final Codec<LockType> TYPE_OR_NONE =
      Codec.byHand(
          LockType.class,
          (type, out) -> out.int8(type == null ? NONE : type.code()),
          in -> typeOf(in.int8()));

  static final Codec<FlockRequest> CODEC =
      Codec.of(FlockRequest.class, HANDLE_MUTATION_HEAD, TYPE_OR_NONE, COUNT);

  public static final Opcode<LockResult> OPCODE = Opcode.of(32, "FLOCK", CODEC, LockResult.CODEC);

  @Override
  public long content() {
    return type == null ? -1 : type.code();
  }

  private static @Nullable LockType typeOf(int code) {
    return code == NONE ? null : LockType.ofCode(code);
  }
}
