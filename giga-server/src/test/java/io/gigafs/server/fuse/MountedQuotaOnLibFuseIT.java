package io.gigafs.server.fuse;

import io.gigafs.fuse.mounting.OnLibFuse;

/** Runs {@link MountedQuotaIT} on libfuse. */
@OnLibFuse
class MountedQuotaOnLibFuseIT extends MountedQuotaIT {}
