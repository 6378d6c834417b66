package io.gigafs.fuse.binding;

import io.gigafs.fuse.binding.OnLibFuse.Lacking;

/** The same by libfuse. */
@OnLibFuse(lacking = {@Lacking(test = "takeNoPages", because = "page cache")})
class DirectWriteOnLibFuseIT extends DirectWriteIT {}
