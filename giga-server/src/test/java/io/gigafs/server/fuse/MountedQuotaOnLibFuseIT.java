package io.gigafs.server.fuse;

import io.gigafs.fuse.binding.OnLibFuse;

/** Runs {@link MountedQuotaIT} on libfuse. */
@OnLibFuse
class MountedQuotaOnLibFuseIT extends MountedQuotaIT {}
