package io.gigafs.server.fsck;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import io.gigafs.CapturedLog;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.Position;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.data.ObjectsRequest;
import io.gigafs.protocol.fsck.CheckRequest;
import io.gigafs.protocol.fsck.Finding;
import io.gigafs.protocol.fsck.FindingKind;
import io.gigafs.protocol.fsck.HeadersRequest;
import io.gigafs.protocol.fsck.RecheckRequest;
import io.gigafs.server.RawClient;
import io.gigafs.server.SimulatedCluster;
import io.gigafs.server.SimulatedCluster.Setup;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Check requests with garbage are refused with EINVAL and log nothing. */
class GarbageRequestsTest {
  private static final Position NOWHERE = new Position(0);

  @TempDir Path directory;

  private final CapturedLog logged = CapturedLog.ofAll();

  @AfterEach
  void silence() {
    logged.close();
  }

  private static Finding finding(FindingKind kind, int slot, @Nullable Name name, String row) {
    return new Finding(
        kind, slot, InodeId.ROOT, PartitionIndex.ZEROTH, name, NOWHERE, NOWHERE, 0, row, "");
  }

  private static RecheckRequest recheck(Finding finding) {
    return new RecheckRequest(Caller.ROOT, true, InodeId.ROOT, List.of(finding));
  }

  private static List<Request<?>> garbage() {
    List<Request<?>> all = new ArrayList<>();
    for (byte[] cursor : List.of(new byte[] {99}, new byte[] {-1, 2, 3})) {
      all.add(new CheckRequest(Caller.ROOT, false, cursor));
      all.add(new CheckRequest(Caller.ROOT, true, cursor));
      all.add(new ObjectsRequest(Caller.ROOT, 1, cursor));
    }
    all.add(new CheckRequest(Caller.ROOT, false, new byte[] {0, 1}));
    all.add(new CheckRequest(Caller.ROOT, false, new byte[] {1, 1}));
    all.add(new ObjectsRequest(Caller.ROOT, 1, new byte[] {0, 1}));
    all.add(recheck(finding(FindingKind.STRAY_ENTRIES, 1 << 20, null, "")));
    all.add(recheck(finding(FindingKind.DANGLING_ENTRY, 0, null, "")));
    all.add(recheck(finding(FindingKind.DAMAGED_ROW, 0, null, "no row")));
    all.add(new HeadersRequest(1 << 20, true, List.of()));
    return all;
  }

  @Test
  void garbageRequestsAreRefusedWithoutAStackTrace() {
    SimulatedCluster cluster = Setup.seeded(1).start(directory);
    RawClient raw = cluster.rawClient();
    for (Request<?> request : garbage()) {
      assertThat(raw.ask(cluster.server(0).info(), request))
          .as(request.toString())
          .isInstanceOfSatisfying(
              Answer.Failed.class,
              failed -> {
                assertThat(failed.code()).isEqualTo(ErrorCode.EINVAL);
                assertThat(failed.detail()).isNotEmpty();
              });
    }
    assertThat(logged.events())
        .noneMatch(event -> event.getLevel().isGreaterOrEqual(Level.WARN) || hasThrowable(event));
  }

  private static boolean hasThrowable(ILoggingEvent event) {
    return event.getThrowableProxy() != null;
  }
}
