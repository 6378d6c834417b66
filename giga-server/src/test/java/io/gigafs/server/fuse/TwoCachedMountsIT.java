package io.gigafs.server.fuse;

/** Runs {@link TwoMountsIT} with data caches. */
@WithDataCaches
class TwoCachedMountsIT extends TwoMountsIT {}
