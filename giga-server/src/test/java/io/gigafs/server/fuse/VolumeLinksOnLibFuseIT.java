package io.gigafs.server.fuse;

import io.gigafs.fuse.binding.OnLibFuse;

/** Runs {@link VolumeLinksIT} on libfuse. */
@OnLibFuse
class VolumeLinksOnLibFuseIT extends VolumeLinksIT {}
