package io.gigafs.protocol.quota;

import static io.gigafs.protocol.Elements.HANDLE_MUTATION_HEAD;
import static io.gigafs.protocol.Elements.VARLONG;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.FileHandle;
import io.gigafs.protocol.Mutation;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request.HandleRequest;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.Sequence;

/**
 * Requests a grant for this handle to write to the object of its file up to an offset, below a
 * quota. It replaces an earlier grant of the handle.
 *
 * @param written the end of what it has written while no quota applied, 0 if nothing
 * @param end the end of what it is about to write
 */
public record GrantRequest(
    InodeId directory,
    PartitionIndex partition,
    Caller caller,
    Sequence sequence,
    Name name,
    FileHandle handle,
    long written,
    long end)
    implements Mutation<GrantRequest.GrantResult>, HandleRequest<GrantRequest.GrantResult> {
  static final Codec<GrantRequest> CODEC =
      Codec.of(GrantRequest.class, HANDLE_MUTATION_HEAD, VARLONG, VARLONG);

  public static final Opcode<GrantResult> OPCODE = Opcode.of(21, "GRANT", CODEC, GrantResult.CODEC);

  /**
   * The offset up to which a handle may write.
   *
   * @param end {@link #NO_QUOTA} if no quota applies
   */
  public record GrantResult(long end) implements Result {
    public static final Codec<GrantResult> CODEC = Codec.of(GrantResult.class, VARLONG);

    /** The end of the writable range if no quota applies. */
    public static final long NO_QUOTA = Long.MAX_VALUE;

    /** The result if no quota applies. */
    public static final GrantResult UNLIMITED = new GrantResult(NO_QUOTA);
  }
}
