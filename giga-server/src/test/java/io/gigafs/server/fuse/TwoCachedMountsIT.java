package io.gigafs.server.fuse;

/** The same with data caches. */
@WithDataCaches
class TwoCachedMountsIT extends TwoMountsIT {}
