package io.gigafs.server.fuse;

import io.gigafs.fuse.mounting.OnLibFuse;

/** Runs {@link UserMountIT} on libfuse, which uses fusermount(1). */
@OnLibFuse
class UserMountOnLibFuseIT extends UserMountIT {
  @Override
  String asSaid(String text) {
    return text.replace(
            "fusermount3 did not mount on ./m, and said why",
            "libfuse cannot mount on ./m, and has said why on standard error")
        .replace("fusermount3:", "fusermount:");
  }
}
