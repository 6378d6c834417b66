package io.gigafs.protocol;

import io.gigafs.cluster.VolumeSettings;
import java.net.URI;

/**
 * Changes the volumes of the cluster; any server has that done. Only the superuser may. Asking
 * again does no harm.
 *
 * @param volume the number of the volume that it is about, 0 for one that is added or put back
 * @param uri of the volume that is added or put back, else empty
 * @param settings of the volume that is added or changed, else {@link VolumeSettings#UNCHANGED}
 */
public record VolumeChangeRequest(
    Caller caller, Kind kind, int volume, URI uri, VolumeSettings settings)
    implements Request<ClusterViewResult> {
  /** What to do. */
  public enum Kind {
    /** Keep files on it from now on. */
    ADD(1),
    /** Add it as a tree that is adopted where it is. */
    ADOPT(2),
    /** Have what is on it moved away. */
    DRAIN(3),
    /** Have it take files again. */
    UNDRAIN(4),
    /** Forget it; nothing may be on it. */
    REMOVE(5),
    /** Put it back under the number of its mark, as the view has lost it. */
    RESTORE(6),
    /** Put it back as a tree that was adopted where it is. */
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
      throw new ProtocolException("no change of a volume has the number " + code);
    }
  }

  @Override
  public Opcode<ClusterViewResult> opcode() {
    return Opcode.VOLUME_CHANGE;
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
