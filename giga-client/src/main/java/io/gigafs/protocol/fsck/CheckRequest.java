package io.gigafs.protocol.fsck;

import static io.gigafs.protocol.Elements.BYTES;
import static io.gigafs.protocol.Elements.CALLER;
import static io.gigafs.protocol.Elements.FLAG;
import static io.gigafs.protocol.Elements.TEXT;
import static io.gigafs.protocol.Elements.VARLONG;
import static io.gigafs.protocol.Elements.listOf;

import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Result;
import java.util.List;

/**
 * Checks a part of a server's store. Only for the superuser.
 *
 * @param data if true, only the bytes of small files are read and compared with their checksums
 * @param cursor where to continue: the one of the previous result, empty to begin
 */
@SuppressWarnings("ArrayRecordComponent") // opaque to clients
public record CheckRequest(Caller caller, boolean data, byte[] cursor)
    implements Request<CheckRequest.CheckResult> {
  static final Codec<CheckRequest> CODEC = Codec.of(CheckRequest.class, CALLER, FLAG, BYTES);

  public static final Opcode<CheckResult> OPCODE = Opcode.of(15, "CHECK", CODEC, CheckResult.CODEC);

  /**
   * The findings in the part that was checked. A finding may be caused by an operation in progress:
   * only one that is found again after a while is an error.
   *
   * @param cursor where to continue, empty at the end
   * @param partitions the number of checked partitions
   * @param entries the number of checked entries
   * @param bytes the number of file bytes compared with their checksums
   * @param unchecked what could not be checked, and why
   */
  @SuppressWarnings("ArrayRecordComponent") // opaque to clients
  public record CheckResult(
      byte[] cursor,
      long partitions,
      long entries,
      long bytes,
      List<Finding> findings,
      List<String> unchecked)
      implements Result {
    public static final Codec<CheckResult> CODEC =
        Codec.of(
            CheckResult.class,
            BYTES,
            VARLONG,
            VARLONG,
            VARLONG,
            listOf(Finding.CODEC),
            listOf(TEXT));
  }
}
