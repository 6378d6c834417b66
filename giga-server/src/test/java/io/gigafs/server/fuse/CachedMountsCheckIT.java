package io.gigafs.server.fuse;

/** The same with data caches. */
@WithDataCaches
class CachedMountsCheckIT extends MountsCheckIT {}
