package io.gigafs.protocol.data;

import static io.gigafs.protocol.Elements.CALLER;
import static io.gigafs.protocol.Elements.COUNT;
import static io.gigafs.protocol.Elements.VOLUME_SETTINGS;
import static io.gigafs.protocol.Elements.VOLUME_URI;
import static io.gigafs.protocol.Elements.codeOf;

import io.gigafs.cluster.VolumeSettings;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.cluster.ClusterViewRequest.ClusterViewResult;
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
  static final Codec<VolumeChangeRequest> CODEC =
      Codec.of(VolumeChangeRequest.class, CALLER, Kind.CODEC, COUNT, VOLUME_URI, VOLUME_SETTINGS);

  public static final Opcode<ClusterViewResult> OPCODE =
      Opcode.of(48, "VOLUME_CHANGE", CODEC, ClusterViewResult.CODEC);

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

    private static final Codec<Kind> CODEC = codeOf(Kind.class, kind -> kind.code);

    private final int code;

    Kind(int code) {
      this.code = code;
    }
  }
}
