package io.gigafs.protocol.lease;

import static io.gigafs.protocol.Elements.ATTRIBUTES;
import static io.gigafs.protocol.Elements.COUNT;
import static io.gigafs.protocol.Elements.FACTS;
import static io.gigafs.protocol.Elements.HEAD;
import static io.gigafs.protocol.Elements.NAME;
import static io.gigafs.protocol.Elements.SERVER;
import static io.gigafs.protocol.Elements.VARLONG;
import static io.gigafs.protocol.Elements.optional;

import io.gigafs.cluster.ServerId;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.DirectoryFacts;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request.PartitionRequest;
import io.gigafs.protocol.Result;
import org.jspecify.annotations.Nullable;

/**
 * Requests a copy of a name with a lease on it, or renews the lease of a copy.
 *
 * @param server the requesting server
 * @param answered the number of lookups that it answered from its copy since its last request
 */
public record CopyNameRequest(
    InodeId directory, PartitionIndex partition, Name name, ServerId server, long answered)
    implements PartitionRequest<CopyNameRequest.CopyNameResult> {
  static final Codec<CopyNameRequest> CODEC =
      Codec.of(CopyNameRequest.class, HEAD, NAME, SERVER, VARLONG);

  public static final Opcode<CopyNameResult> OPCODE =
      Opcode.of(87, "COPY_NAME", CODEC, CopyNameResult.CODEC);

  /**
   * A copy of a name.
   *
   * @param copy null if none is granted
   */
  public record CopyNameResult(@Nullable NameCopy copy) implements Result {
    public static final Codec<CopyNameResult> CODEC =
        Codec.of(CopyNameResult.class, optional(NameCopy.CODEC));

    public static final CopyNameResult REFUSED = new CopyNameResult(null);

    /**
     * The data that a lookup of the name needs.
     *
     * @param leaseMillis the duration of the lease, counted from before the request was sent; it
     *     may be recalled earlier
     * @param attributes of the file
     * @param directory determines who may look up names
     */
    public record NameCopy(int leaseMillis, FileAttributes attributes, DirectoryFacts directory) {
      private static final Codec<NameCopy> CODEC =
          Codec.of(NameCopy.class, COUNT, ATTRIBUTES, FACTS);
    }
  }
}
