package io.gigafs.fuse.binding;

import io.gigafs.fuse.binding.OnLibFuse.Lacking;

/** Runs the tests of {@link DirectWriteIT} by libfuse. */
@OnLibFuse(lacking = {@Lacking(test = "directWritesFillNoPages", because = "page cache")})
class DirectWriteOnLibFuseIT extends DirectWriteIT {}
