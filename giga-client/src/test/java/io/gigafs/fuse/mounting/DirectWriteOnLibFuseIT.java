package io.gigafs.fuse.mounting;

import io.gigafs.fuse.mounting.OnLibFuse.Lacking;

/** Runs the tests of {@link DirectWriteIT} by libfuse. */
@OnLibFuse(lacking = {@Lacking(test = "directWritesFillNoPages", because = "page cache")})
class DirectWriteOnLibFuseIT extends DirectWriteIT {}
