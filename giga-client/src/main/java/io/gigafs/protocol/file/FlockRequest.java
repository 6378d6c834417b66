package io.gigafs.protocol.file;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.FileHandle;
import io.gigafs.protocol.HandleRequest;
import io.gigafs.protocol.Mutation;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;
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
  public static final Opcode<LockResult> OPCODE =
      Opcode.of(
          32,
          "FLOCK",
          Codec.of(FlockRequest.class, FlockRequest::write, FlockRequest::read),
          LockResult.CODEC);

  private static final int NONE = 2;

  @Override
  public long content() {
    return type == null ? -1 : type.code();
  }

  @Override
  public Opcode<LockResult> opcode() {
    return OPCODE;
  }

  void write(WireWriter out) {
    out.inode(directory).partition(partition).caller(caller).sequence(sequence).name(name);
    handle.write(out);
    out.int8(type == null ? NONE : type.code()).count(waitMillis);
  }

  static FlockRequest read(WireReader in) {
    return new FlockRequest(
        in.inode(),
        in.partition(),
        in.caller(),
        in.sequence(),
        in.name(),
        FileHandle.read(in),
        typeOf(in.int8()),
        in.count());
  }

  private static @Nullable LockType typeOf(int code) {
    return code == NONE ? null : LockType.ofCode(code);
  }
}
