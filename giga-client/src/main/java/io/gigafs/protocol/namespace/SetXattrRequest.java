package io.gigafs.protocol.namespace;

import static io.gigafs.protocol.Elements.BYTES;
import static io.gigafs.protocol.Elements.FLAG;
import static io.gigafs.protocol.Elements.INODE_OR_NONE;
import static io.gigafs.protocol.Elements.MUTATION_HEAD;
import static io.gigafs.protocol.Elements.TEXT;
import static io.gigafs.protocol.Elements.field;
import static io.gigafs.protocol.Elements.optional;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.EntryResult;
import io.gigafs.protocol.Mutation;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request.FileRequest;
import io.gigafs.protocol.RequestDigest;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.namespace.Xattr.XattrMode;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Sets or removes an extended attribute of a name: setxattr(2) and removexattr(2).
 *
 * @param follows if true, a symbolic link is answered with ELOOP instead of being acted on itself
 * @param value null to remove it
 * @param mode whether it may exist before; ignored if it is removed
 * @param expected the inode that the name must resolve to, otherwise nothing is done and the answer
 *     is ESTALE; null for any
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record SetXattrRequest(
    InodeId directory,
    PartitionIndex partition,
    Caller caller,
    Sequence sequence,
    Name name,
    boolean follows,
    String xattr,
    byte @Nullable [] value,
    XattrMode mode,
    @Nullable InodeId expected)
    implements Mutation<EntryResult>, FileRequest<EntryResult> {
  static final Codec<SetXattrRequest> CODEC =
      Codec.of(
          SetXattrRequest.class,
          MUTATION_HEAD,
          FLAG,
          field("expected", INODE_OR_NONE),
          TEXT,
          field("mode", XattrMode.CODEC),
          optional(BYTES));

  public static final Opcode<EntryResult> OPCODE =
      Opcode.of(24, "SET_XATTR", CODEC, EntryResult.CODEC);

  @Override
  public long content() {
    long named = RequestDigest.mix(mode.code(), xattr.getBytes(StandardCharsets.UTF_8));
    long followed = RequestDigest.mix(named, follows);
    return value == null ? ~followed : RequestDigest.mix(followed, value);
  }
}
