package io.gigafs.protocol.namespace;

import static io.gigafs.protocol.Elements.listOf;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Result;
import java.util.List;

/** The extended attributes of a file, in the order of their names as bytes. */
public record XattrsResult(List<Xattr> xattrs) implements Result {
  public static final Codec<XattrsResult> CODEC = Codec.of(XattrsResult.class, listOf(Xattr.CODEC));
}
