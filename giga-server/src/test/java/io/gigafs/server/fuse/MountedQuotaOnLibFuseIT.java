package io.gigafs.server.fuse;

import io.gigafs.fuse.binding.OnLibFuse;

/** The same by libfuse. */
@OnLibFuse
class MountedQuotaOnLibFuseIT extends MountedQuotaIT {}
