package io.gigafs.server.fuse;

/** Runs {@link MountsCheckIT} with data caches. */
@WithDataCaches
class CachedMountsCheckIT extends MountsCheckIT {}
