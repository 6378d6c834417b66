package io.gigafs.protocol.migration;

import static io.gigafs.protocol.Elements.VARLONG;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Result;

/**
 * The previous owner of a slot has stopped serving it.
 *
 * @param lowestId this inode id of the slot and all higher ones were never used
 */
public record OpenSlotResult(long lowestId) implements Result {
  public static final Codec<OpenSlotResult> CODEC = Codec.of(OpenSlotResult.class, VARLONG);
}
