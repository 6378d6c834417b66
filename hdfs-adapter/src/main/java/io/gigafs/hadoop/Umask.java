package io.gigafs.hadoop;

import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.permission.FsPermission;
import org.jspecify.annotations.Nullable;

/**
 * The current umask of a configuration, which programs may change at any time. It is parsed again
 * only if its text has changed, since parsing took a fortieth of a create. Safe for use by several
 * threads.
 */
final class Umask {
  private volatile @Nullable Parsed last;

  private record Parsed(@Nullable String text, int mask) {}

  /** The mode bits that a configuration clears in new files. */
  int of(Configuration configuration) {
    String text = configuration.get(FsPermission.UMASK_LABEL);
    Parsed known = last;
    if (known == null || !Objects.equals(known.text, text)) {
      known = new Parsed(text, FsPermission.getUMask(configuration).toShort());
      last = known;
    }
    return known.mask;
  }
}
