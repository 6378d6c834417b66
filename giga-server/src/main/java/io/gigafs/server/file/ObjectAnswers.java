package io.gigafs.server.file;

import io.gigafs.protocol.file.FileData;
import io.gigafs.server.membership.CurrentView;
import io.gigafs.server.openstate.OpenState;
import org.jspecify.annotations.Nullable;

/**
 * Object locations in answers to sessions that open a file or have it open. A session that knows a
 * file's object accesses it directly and does not ask again. If the volume is being drained, the
 * answer says so: the session then asks again after a second, and the file may be moved. Used on
 * the file's lane.
 */
final class ObjectAnswers {
  private ObjectAnswers() {}

  /** Location of a file's bytes, as the session gets it. */
  static @Nullable FileData of(
      @Nullable FileData data, OpenState openState, long session, CurrentView view) {
    if (!(data instanceof FileData.Stored stored)) {
      return data;
    }
    boolean isDraining =
        view.get()
            .volume(stored.location().volume())
            .map(volume -> volume.state().isDraining())
            .orElse(false);
    openState.learnsObject(session, isDraining);
    return isDraining ? stored.onDrainingVolume() : stored;
  }
}
