package io.gigafs.hadoop;

import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.permission.FsPermission;
import org.jspecify.annotations.Nullable;

/**
 * The umask that a configuration has now, which programs may change between any two calls. Parses
 * it again only if its text is another, which took a fortieth of a create. Safe for use by several
 * threads.
 */
final class Umask {
  private volatile @Nullable Parsed last;

  private record Parsed(@Nullable String text, int mask) {}

  /** The bits that a configuration takes away from modes of what is made. */
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
