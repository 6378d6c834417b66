package io.gigafs.server.fuse;

import io.gigafs.fuse.mounting.OnLibFuse;

/** Runs {@link AppendsIT} on libfuse. */
@OnLibFuse
class AppendsOnLibFuseIT extends AppendsIT {}
