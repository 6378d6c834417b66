package io.gigafs.fuse.binding;

import io.gigafs.fuse.binding.OnLibFuse.Lacking;

/** The same by libfuse. */
@OnLibFuse(
    lacking = {
      @Lacking(test = "endAtOnceWhateverACallerWaitsFor", because = "signals"),
      @Lacking(test = "endManyAtOnce", because = "signals"),
      @Lacking(test = "ofAWriterHaveItsClosesServedAfterTheWrite", because = "signals"),
      @Lacking(test = "endTheWaitForALockThatIsNotAnswered", because = "signals"),
      @Lacking(test = "endACallerThatHandledOneBefore", because = "signals")
    })
class InterruptOnLibFuseIT extends InterruptIT {}
