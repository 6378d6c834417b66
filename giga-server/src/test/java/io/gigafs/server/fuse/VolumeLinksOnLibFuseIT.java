package io.gigafs.server.fuse;

import io.gigafs.fuse.mounting.OnLibFuse;

/** Runs {@link VolumeLinksIT} on libfuse. */
@OnLibFuse
class VolumeLinksOnLibFuseIT extends VolumeLinksIT {}
