package io.gigafs.fuse.mounting;

import io.gigafs.fuse.mounting.OnLibFuse.Lacking;

/** Runs the tests of {@link InterruptIT} by libfuse. */
@OnLibFuse(
    lacking = {
      @Lacking(test = "signalEndsAnyWaitingCall", because = "signals"),
      @Lacking(test = "signalsEndManyWaitingCalls", because = "signals"),
      @Lacking(test = "closesOfAKilledWriterFollowItsWrite", because = "signals"),
      @Lacking(test = "signalEndsAnUnansweredLockWait", because = "signals"),
      @Lacking(test = "fatalSignalEndsCallAfterHandledSignal", because = "signals")
    })
class InterruptOnLibFuseIT extends InterruptIT {}
