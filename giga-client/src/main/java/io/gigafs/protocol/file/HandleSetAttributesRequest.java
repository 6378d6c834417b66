package io.gigafs.protocol.file;

import static io.gigafs.protocol.Elements.HANDLE_MUTATION_HEAD;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.EntryResult;
import io.gigafs.protocol.FileHandle;
import io.gigafs.protocol.Mutation;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request.HandleRequest;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.namespace.AttributeChange;

/** Changes attributes of an open file: fchmod(2), fchown(2), futimens(2), ftruncate(2). */
public record HandleSetAttributesRequest(
    InodeId directory,
    PartitionIndex partition,
    Caller caller,
    Sequence sequence,
    Name name,
    FileHandle handle,
    AttributeChange change)
    implements Mutation<EntryResult>, HandleRequest<EntryResult> {
  static final Codec<HandleSetAttributesRequest> CODEC =
      Codec.of(HandleSetAttributesRequest.class, HANDLE_MUTATION_HEAD, AttributeChange.CODEC);

  public static final Opcode<EntryResult> OPCODE =
      Opcode.of(28, "HANDLE_SET_ATTRIBUTES", CODEC, EntryResult.CODEC);

  @Override
  public long content() {
    return change.content();
  }
}
