package io.gigafs.server.handle;

import io.gigafs.protocol.FileData;
import io.gigafs.server.membership.CurrentView;
import io.gigafs.server.openstate.OpenState;
import org.jspecify.annotations.Nullable;

/**
 * What answers say of objects to sessions that have files open, or are about to. A session that
 * knows a file's object goes there by itself and asks no more, unless the answer said that the
 * volume is being drained: then it asks again after a second, and the file may be moved. In turns
 * of the file's lane.
 */
final class ObjectAnswers {
  private ObjectAnswers() {}

  /** Where a file's bytes are, as a session is to know it. */
  static @Nullable FileData of(
      @Nullable FileData data, OpenState holds, long session, CurrentView view) {
    if (!(data instanceof FileData.Stored stored)) {
      return data;
    }
    boolean isDraining =
        view.get()
            .volume(stored.location().volume())
            .map(volume -> volume.state().isDraining())
            .orElse(false);
    holds.learnsObject(session, isDraining);
    return isDraining ? stored.onDrainingVolume() : stored;
  }
}
