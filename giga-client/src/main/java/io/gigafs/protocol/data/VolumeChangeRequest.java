package io.gigafs.protocol.data;

import io.gigafs.cluster.VolumeSettings;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.ProtocolException;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;
import io.gigafs.protocol.cluster.ClusterViewResult;
import java.net.URI;

/**
 * Changes the volumes of the cluster; any server can execute it. Only for the superuser.
 * Idempotent.
 *
 * @param volume the number of the volume to change, 0 for one that is added or restored
 * @param uri of the volume that is added or restored, otherwise empty
 * @param settings of the volume that is added or changed, otherwise {@link
 *     VolumeSettings#UNCHANGED}
 */
public record VolumeChangeRequest(
    Caller caller, Kind kind, int volume, URI uri, VolumeSettings settings)
    implements Request<ClusterViewResult> {
  public static final Opcode<ClusterViewResult> OPCODE =
      Opcode.of(
          48,
          "VOLUME_CHANGE",
          Codec.of(
              VolumeChangeRequest.class, VolumeChangeRequest::write, VolumeChangeRequest::read),
          ClusterViewResult.CODEC);

  /** The change. */
  public enum Kind {
    /** Add it, for new files. */
    ADD(1),
    /** Add it as a tree that is adopted in place. */
    ADOPT(2),
    /** Move its files to other volumes. */
    DRAIN(3),
    /** Cancel the drain. */
    UNDRAIN(4),
    /** Remove it; it must not contain files. */
    REMOVE(5),
    /** Restore it under the number in its volume mark, because the view has lost it. */
    RESTORE(6),
    /** Restore it as a tree that was adopted in place. */
    RESTORE_ADOPTED(7),
    /** Change its group or its weight. */
    SET(8);

    private final int code;

    Kind(int code) {
      this.code = code;
    }

    static Kind ofCode(int code) {
      for (Kind kind : values()) {
        if (kind.code == code) {
          return kind;
        }
      }
      throw new ProtocolException("unknown change of a volume " + code);
    }
  }

  @Override
  public Opcode<ClusterViewResult> opcode() {
    return OPCODE;
  }

  void write(WireWriter out) {
    out.caller(caller).int8(kind.code).count(volume).text(uri.toString());
    out.volumeSettings(settings);
  }

  static VolumeChangeRequest read(WireReader in) {
    return new VolumeChangeRequest(
        in.caller(), Kind.ofCode(in.int8()), in.count(), in.uri(), in.volumeSettings());
  }
}
