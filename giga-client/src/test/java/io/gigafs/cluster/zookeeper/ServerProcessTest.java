package io.gigafs.cluster.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests how a server recognises that an earlier process has ended. */
class ServerProcessTest {
  private static final ServerProcess THIS = ServerProcess.current();

  @Test
  void thisProcessIsNotGone() {
    assertThat(THIS.pid()).isEqualTo(ProcessHandle.current().pid());
    assertThat(THIS.machine()).isNotEmpty();
    assertThat(THIS.isGone()).isFalse();
  }

  @Test
  void endedProcessIsGone() throws IOException, InterruptedException {
    Process process = new ProcessBuilder("true").start();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();

    assertThat(new ServerProcess(THIS.machine(), process.pid(), 0).isGone()).isTrue();
  }

  @Test
  void reusedProcessIdIsAnotherProcess() {
    assertThat(new ServerProcess(THIS.machine(), THIS.pid(), THIS.startTicks() - 1).isGone())
        .isTrue();
  }

  @Test
  void processOnAnotherMachineIsNotAssumedGone() {
    assertThat(new ServerProcess("elsewhere", THIS.pid(), 0).isGone()).isFalse();
    assertThat(new ServerProcess("", THIS.pid(), 0).isGone()).isFalse();
  }
}
