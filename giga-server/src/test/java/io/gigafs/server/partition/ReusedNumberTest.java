package io.gigafs.server.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.index.InodeId;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.Request.PartitionRequest;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.bulk.CreateRequest;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.server.RawClient;
import io.gigafs.server.SimulatedCluster;
import io.gigafs.server.SimulatedCluster.Setup;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The number of an answered mutation is refused for any other request. A raw client sends all kinds
 * of requests under one number.
 */
class ReusedNumberTest {
  private static final Sequence FIRST = new Sequence(1, 0);

  @TempDir Path directory;

  private SimulatedCluster cluster;
  private RawClient raw;
  private InodeId dir;

  @BeforeEach
  void start() throws GigaException {
    cluster = Setup.seeded(1).start(directory);
    raw = cluster.rawClient();
    dir = cluster.client().makeDirectory("/d").inode();
  }

  private List<PartitionRequest<?>> all() {
    return new ArrayList<>(
        List.of(
            raw.create(dir, 0, "a", FIRST).request(),
            raw.create(dir, 0, "b", FIRST).request(),
            raw.create(dir, 0, "a", FIRST, 0600, true).request(),
            raw.unlink(dir, 0, "a", FIRST),
            raw.unlink(dir, 0, "other", FIRST),
            raw.makeDirectory(dir, 0, "a", FIRST),
            raw.removeDirectory(dir, 0, "a", FIRST),
            raw.setAttributes(dir, 0, "a", FIRST, AttributeChange.ofMode(0700)),
            raw.setAttributes(dir, 0, "a", FIRST, AttributeChange.ofMode(0711)),
            raw.createXattr(dir, 0, "a", FIRST, "user.x"),
            raw.createXattr(dir, 0, "a", FIRST, "user.y")));
  }

  private ErrorCode error(PartitionRequest<?> request) {
    return request instanceof CreateRequest create
        ? raw.error(new RawClient.OneCreate(create))
        : raw.error(request);
  }

  @Test
  void reusedNumberIsRefusedAfterACreate() throws GigaException {
    for (boolean restarts : new boolean[] {false, true}) {
      cluster.client().create("/d/other");
      raw = cluster.rawClient();
      raw.result(raw.create(dir, 0, "a", FIRST));
      if (restarts) {
        cluster.server(0).kill();
        cluster.heal();
      }
      List<PartitionRequest<?>> others = all();
      others.remove(0);
      for (PartitionRequest<?> other : others) {
        assertThat(error(other)).as("%s", other).isEqualTo(ErrorCode.EINVAL);
      }
      raw.result(raw.create(dir, 0, "a", FIRST));
      assertThat(cluster.client().list("/d")).containsExactly("a", "other");
      cluster.client().unlink("/d/a");
      cluster.client().unlink("/d/other");
    }
  }

  /** For each kind of first request, as answers are stored in several encodings. */
  @Test
  void reusedNumberIsRefusedAfterAnyRequest() throws GigaException {
    cluster.client().create("/d/other");
    for (int i = 3; i < all().size(); i++) {
      cluster.client().create("/d/a");
      raw = cluster.rawClient();
      List<PartitionRequest<?>> others = all();
      others.add(raw.makeDirectory(dir, 0, "e", FIRST));
      PartitionRequest<?> first = others.remove(i);
      Answer<?> answer = raw.ask(first);
      for (PartitionRequest<?> other : others) {
        assertThat(error(other)).as("%s after %s", other, first).isEqualTo(ErrorCode.EINVAL);
      }
      assertThat(raw.ask(first)).isEqualTo(answer);
      if (cluster.client().list("/d").contains("a")) {
        cluster.client().unlink("/d/a");
      }
      if (!cluster.client().list("/d").contains("other")) {
        cluster.client().create("/d/other");
      }
    }
  }

  @Test
  void reusedNumbersInBulkRequestsAreRefusedPerEntry() {
    raw.result(raw.bulkCreate(dir, 0, List.of("a", "b"), 0, 1, 2));
    assertThat(raw.result(raw.bulkCreate(dir, 0, List.of("a", "c"), 0, 1, 2)).outcomes())
        .containsExactly(0, ErrorCode.EINVAL.number());
    assertThat(raw.result(raw.writeFiles(dir, 0, List.of("a"), 0, 1)).outcomes())
        .containsExactly(ErrorCode.EINVAL.number());
    assertThat(raw.error(raw.create(dir, 0, "a", FIRST, 0600, true))).isEqualTo(ErrorCode.EINVAL);
  }
}
