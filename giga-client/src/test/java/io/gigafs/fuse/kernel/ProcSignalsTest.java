package io.gigafs.fuse.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests whether pending signals end a thread, from status files of the test. */
class ProcSignalsTest {
  private static final int HUP = 1;
  private static final int QUIT = 3;
  private static final int KILL = 9;
  private static final int ALARM = 14;
  private static final int CHILD = 17;
  private static final int STOP_BY_TERMINAL = 20;

  @TempDir private Path proc = Path.of(".");
  private Interruptions.PendingSignals signals = thread -> false;

  @BeforeEach
  void look() {
    signals = new ProcSignals(proc);
  }

  private static String mask(int signal) {
    return String.format("%016x", signal == 0 ? 0 : 1L << (signal - 1));
  }

  /** Whether a thread with these pending and handled signals will end. */
  private boolean ends(int own, int shared, int handled, int tracer) throws IOException {
    Path thread = Files.createDirectories(proc.resolve("5"));
    Files.writeString(
        thread.resolve("status"),
        "Name:\tx\nTracerPid:\t%d\nSigPnd:\t%s\nShdPnd:\t%s\nSigBlk:\t%s\nSigIgn:\t%s\nSigCgt:\t%s\n"
            .formatted(tracer, mask(own), mask(shared), mask(HUP), mask(0), mask(handled)));
    return signals.end(5);
  }

  @Test
  void fatalUnhandledSignalsEndTheThread() throws IOException {
    assertThat(ends(KILL, 0, 0, 0)).isTrue();
    assertThat(ends(0, QUIT, 0, 0)).isTrue();
    assertThat(ends(0, QUIT, QUIT, 0)).isFalse();
    assertThat(ends(0, ALARM, ALARM, 0)).isFalse();
    assertThat(ends(0, CHILD, 0, 0)).isFalse();
    assertThat(ends(0, STOP_BY_TERMINAL, 0, 0)).isFalse();
    assertThat(ends(0, HUP, 0, 0)).as("it is blocked").isFalse();
    assertThat(ends(0, 0, 0, 0)).isFalse();
  }

  @Test
  void tracedThreadEndsOnlyByKill() throws IOException {
    assertThat(ends(0, QUIT, 0, 7)).isFalse();
    assertThat(ends(KILL, 0, 0, 7)).isTrue();
  }

  @Test
  void unknownThreadsHaveNoFatalSignals() {
    assertThat(signals.end(6)).isFalse();
    assertThat(signals.end(0)).isFalse();
  }
}
