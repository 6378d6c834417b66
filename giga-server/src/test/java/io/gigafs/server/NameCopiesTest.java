package io.gigafs.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.client.GigaPath;
import io.gigafs.client.OpenFile;
import io.gigafs.client.OpenOptions.Flag;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.cluster.ViewChanges;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.lease.CopyNameRequest;
import io.gigafs.protocol.lease.RecallCopiesRequest;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.protocol.namespace.AttributeChange.TimeChange;
import io.gigafs.protocol.namespace.RenameMode;
import io.gigafs.server.SimulatedNetwork.Fate;
import io.gigafs.tablefs.StoreException.Kind;
import io.gigafs.tablefs.engine.memory.MemoryDisk.Operation;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests copies of a hot name in a simulated cluster: no lookup returns a state from before an
 * acknowledged change.
 */
class NameCopiesTest {
  private static final int SEEDS = Boolean.getBoolean("giga.full") ? 50 : 2;

  private static final int QUIET_MILLIS = 15_000;

  @TempDir Path directory;

  /** All kinds of changes of the attributes that a lookup returns. */
  enum Changed {
    MODE {
      @Override
      void make(SimulatedClient client) throws Exception {
        client.changeMode(HotFile.PATH, 0600);
      }
    },
    OWNER {
      @Override
      void make(SimulatedClient client) throws Exception {
        client.setAttributes(HotFile.PATH, AttributeChange.ofOwner(3, 4));
      }
    },
    TIMES {
      @Override
      void make(SimulatedClient client) throws Exception {
        client.setAttributes(
            HotFile.PATH, AttributeChange.ofTimes(TimeChange.to(1), TimeChange.to(2)));
      }
    },
    SIZE {
      @Override
      void make(SimulatedClient client) throws Exception {
        client.setAttributes(HotFile.PATH, AttributeChange.ofSize(7));
      }
    },
    WRITE {
      @Override
      void make(SimulatedClient client) throws Exception {
        OpenFile file = client.open(HotFile.PATH, Flag.WRITE);
        client.await(file.write(0, ByteBuffer.wrap(new byte[5])));
        client.await(file.closeAsync());
      }
    },
    XATTR {
      @Override
      void make(SimulatedClient client) throws Exception {
        client.setXattr(HotFile.PATH, "user.a", new byte[1]);
      }
    },
    UNLINK {
      @Override
      void make(SimulatedClient client) throws Exception {
        client.unlink(HotFile.PATH);
      }
    },
    RENAME_AWAY {
      @Override
      void make(SimulatedClient client) throws Exception {
        client.rename(HotFile.PATH, "/d/elsewhere");
      }
    },
    RENAME_TO_ANOTHER_DIRECTORY {
      @Override
      void make(SimulatedClient client) throws Exception {
        client.rename(HotFile.PATH, "/elsewhere");
      }
    },
    RENAME_OVER {
      @Override
      void make(SimulatedClient client) throws Exception {
        client.rename("/d/other", HotFile.PATH);
      }
    },
    RENAME_OVER_FROM_ANOTHER_DIRECTORY {
      @Override
      void make(SimulatedClient client) throws Exception {
        for (int i = 0; i < DIRECTORIES; i++) {
          client.makeDirectory("/d" + i);
          client.create("/d" + i + "/new");
          client.rename("/d" + i + "/new", "/d" + i + "/renamed");
        }
        client.rename("/d0/renamed", HotFile.PATH);
      }
    },
    EXCHANGE {
      @Override
      void make(SimulatedClient client) throws Exception {
        client.rename("/d/other", HotFile.PATH, RenameMode.EXCHANGE);
      }
    },
    LINK {
      @Override
      void make(SimulatedClient client) throws Exception {
        client.link(HotFile.PATH, "/d/linked");
      }
    },
    LINK_IN_ANOTHER_DIRECTORY {
      @Override
      void make(SimulatedClient client) throws Exception {
        client.link(HotFile.PATH, "/linked");
      }
    };

    private static final int DIRECTORIES = 1;

    abstract void make(SimulatedClient client) throws Exception;
  }

  @ParameterizedTest
  @EnumSource
  void laterLookupsSeeTheChange(Changed kind) throws Exception {
    HotFile file = new HotFile(HotFile.setup(1).start(directory)).read().awaitCopies();
    file.change(() -> kind.make(file.writer()));
    file.check();
    assertThat(file.recalls()).isPositive();
    file.cluster().heal();
    file.cluster().check();
  }

  /** The fault while copies are out, from before a change on. */
  enum Mishap {
    RECALLS_ARE_LOST {
      @Override
      void inject(HotFile file) {
        faults(file, RecallCopiesRequest.OPCODE, false, Fate.LOST);
      }
    },
    RECALLS_ARE_LATE {
      @Override
      void inject(HotFile file) {
        faults(file, RecallCopiesRequest.OPCODE, false, Fate.delayed(1_500));
      }
    },
    RECALLS_ARE_VERY_LATE {
      @Override
      void inject(HotFile file) {
        faults(file, RecallCopiesRequest.OPCODE, false, Fate.delayed(8_000));
      }
    },
    RECALLS_ARE_DOUBLED {
      @Override
      void inject(HotFile file) {
        faults(file, RecallCopiesRequest.OPCODE, false, Fate.doubled(6_000));
      }
    },
    ANSWERS_TO_RECALLS_ARE_LOST {
      @Override
      void inject(HotFile file) {
        faults(file, RecallCopiesRequest.OPCODE, true, Fate.LOST);
      }
    },
    COPIES_ARE_LATE {
      @Override
      void inject(HotFile file) {
        faults(file, CopyNameRequest.OPCODE, true, Fate.delayed(700));
        file.cluster().simulation().runMillis(2_500);
      }
    },
    COPIES_ARE_VERY_LATE {
      @Override
      void inject(HotFile file) {
        faults(file, CopyNameRequest.OPCODE, true, Fate.delayed(3_000));
        file.cluster().simulation().runMillis(2_500);
      }
    },
    REQUESTS_FOR_COPIES_ARE_LATE {
      @Override
      void inject(HotFile file) {
        faults(file, CopyNameRequest.OPCODE, false, Fate.delayed(900));
        file.cluster().simulation().runMillis(2_500);
      }
    },
    REQUESTS_FOR_COPIES_ARE_DOUBLED {
      @Override
      void inject(HotFile file) {
        faults(file, CopyNameRequest.OPCODE, false, Fate.doubled(2_000));
        file.cluster().simulation().runMillis(2_500);
      }
    },
    A_HOLDER_OF_A_COPY_IS_KILLED {
      @Override
      void inject(HotFile file) {
        file.other().kill();
      }
    },
    A_HOLDER_OF_A_COPY_IS_CUT_OFF {
      @Override
      void inject(HotFile file) {
        String owner = file.owner().name();
        String other = file.other().name();
        file.cluster()
            .network()
            .setFaults(
                packet ->
                    packet.from().equals(owner) && packet.to().equals(other)
                        ? Fate.LOST
                        : Fate.ARRIVES);
      }
    },
    THE_OWNER_IS_KILLED {
      @Override
      void inject(HotFile file) {
        restart(file, SimulatedServer::kill);
      }
    },
    THE_OWNERS_MACHINE_DIES {
      @Override
      void inject(HotFile file) {
        restart(file, SimulatedServer::crash);
      }
    };

    abstract void inject(HotFile file);

    private static void faults(HotFile file, Opcode<?> opcode, boolean isAnswer, Fate fate) {
      file.cluster()
          .network()
          .setFaults(
              packet -> packet.isOf(opcode) && packet.isAnswer() == isAnswer ? fate : Fate.ARRIVES);
    }

    /** It restarts before the copies have expired. */
    private static void restart(HotFile file, Consumer<SimulatedServer> death) {
      // So that no machine loses any of it.
      file.cluster().simulation().runMillis(6_000);
      SimulatedServer owner = file.owner();
      death.accept(owner);
      file.cluster().simulation().runMillis(50);
      owner.start();
    }
  }

  static Stream<Arguments> changesUnderMishaps() {
    return Stream.of(Mishap.values())
        .flatMap(
            mishap ->
                Stream.of(Changed.MODE, Changed.RENAME_OVER)
                    .map(kind -> Arguments.of(mishap, kind)));
  }

  @ParameterizedTest
  @MethodSource("changesUnderMishaps")
  void laterLookupsSeeTheChangeDespiteFaults(Mishap mishap, Changed kind) throws Exception {
    HotFile file = new HotFile(HotFile.setup(2).start(directory)).read().awaitCopies();
    mishap.inject(file);
    file.change(() -> kind.make(file.writer()));
    file.check();
    file.cluster().heal();
    file.cluster().check();
  }

  static Stream<HotFileRun> runs() {
    return HotFileRun.FAULTS.stream()
        .flatMap(fault -> LongStream.range(0, SEEDS).mapToObj(seed -> new HotFileRun(fault, seed)));
  }

  @ParameterizedTest
  @MethodSource("runs")
  void copiesAreNeverStaleInRandomRuns(HotFileRun run) throws Exception {
    run.run(directory);
  }

  @Test
  void changesOfOtherNamesNeedNoRecall() throws Exception {
    HotFile file = new HotFile(HotFile.setup(1).start(directory)).read().awaitCopies();
    file.writer().create("/d/new");
    file.writer().changeMode("/d/other", 0600);
    file.writer().unlink("/d/other");
    file.writer().rename("/d/new", "/d/newer");
    file.awaitCopies();
    assertThat(file.recalls()).isZero();
  }

  @Test
  void serverWithACopyChecksSearchPermission() throws Exception {
    HotFile file = new HotFile(HotFile.setup(3).start(directory));
    file.writer().changeMode(HotFile.DIRECTORY, 0750);
    file.read().awaitCopies();
    RawClient raw = file.cluster().rawClient();
    ServerInfo other = file.other().info();
    assertThat(raw.ask(other, file.ofCopy(Caller.ROOT))).isInstanceOf(Answer.Done.class);
    assertThat(raw.ask(other, file.ofCopy(new Caller(1000, 1000))))
        .isInstanceOfSatisfying(
            Answer.Failed.class, refused -> assertThat(refused.code()).isEqualTo(ErrorCode.EACCES));
    assertThat(raw.ask(other, file.ofCopy(new Caller(1000, 0)))).isInstanceOf(Answer.Done.class);
    file.check();
  }

  /** Changes of the permission to look up names in the directory. */
  enum DirectoryChange {
    MODE {
      @Override
      void make(SimulatedClient client) throws Exception {
        client.changeMode(HotFile.DIRECTORY, 0700);
      }
    },
    OWNER {
      @Override
      void make(SimulatedClient client) throws Exception {
        client.setAttributes(HotFile.DIRECTORY, AttributeChange.ofOwner(3, 4));
      }
    },
    XATTR {
      @Override
      void make(SimulatedClient client) throws Exception {
        client.setXattr(HotFile.DIRECTORY, "user.a", new byte[1]);
      }
    },
    RENAME {
      @Override
      void make(SimulatedClient client) throws Exception {
        client.rename(HotFile.DIRECTORY, "/e");
      }
    };

    abstract void make(SimulatedClient client) throws Exception;
  }

  @ParameterizedTest
  @EnumSource
  void directoryChangeRecallsCopies(DirectoryChange change) throws Exception {
    HotFile file = new HotFile(HotFile.setup(4).start(directory)).read().awaitCopies();
    RawClient raw = file.cluster().rawClient();
    ServerInfo other = file.other().info();
    assertThat(raw.ask(other, file.ofCopy(Caller.ROOT))).isInstanceOf(Answer.Done.class);
    change.make(file.writer());
    assertThat(raw.ask(other, file.ofCopy(Caller.ROOT))).isInstanceOf(Answer.Moved.class);
    assertThat(file.recalls()).isPositive();
    file.stop();
    file.cluster().heal();
    file.cluster().check();
  }

  @Test
  void splitWaitsForRecalledCopies() throws Exception {
    HotFile file =
        new HotFile(HotFile.setup(5).withSplitThreshold(40).start(directory)).read().awaitCopies();
    List<String> names = IntStream.range(0, 200).mapToObj(i -> "n" + i).toList();
    file.writer().createAll(HotFile.DIRECTORY, names);
    file.cluster()
        .simulation()
        .runUntil("the directory is split", () -> file.owner().mapOf(file.directory()).size() > 1);
    assertThat(file.recalls()).isPositive();
    file.change(() -> file.writer().changeMode(HotFile.PATH, 0600));
    file.check();
    file.cluster().heal();
    assertThat(file.cluster().check().names(file.directory())).hasSize(202);
  }

  @Test
  void slotMoveWaitsForRecalledCopies() throws Exception {
    HotFile file = new HotFile(HotFile.setup(6).start(directory)).read().awaitCopies();
    SimulatedServer owner = file.owner();
    file.cluster().change(view -> ViewChanges.drain(view, owner.info().id()));
    file.cluster()
        .simulation()
        .runUntil(
            "the slot has left",
            () -> file.owner() != owner && file.cluster().view().moves().isEmpty());
    assertThat(file.recalls()).isPositive();
    file.awaitCopies();
    file.change(() -> file.writer().changeMode(HotFile.PATH, 0600));
    file.check();
    file.cluster().heal();
    file.cluster().check();
  }

  @Test
  void accessTimeIsRecordedAfterARecall() throws Exception {
    HotFile file = new HotFile(HotFile.setup(7).start(directory));
    file.writer().await(file.writer().async().writeFile(path(), 0644, new byte[3], false));
    file.read().awaitCopies();
    long before = file.cluster().client().stat(HotFile.PATH).accessedNanos();
    file.cluster().simulation().runMillis(1_000);
    file.cluster().client().await(file.cluster().client().async().readFile(path()));
    file.cluster().simulation().runMillis(3_000);
    assertThat(file.cluster().client().stat(HotFile.PATH).accessedNanos()).isGreaterThan(before);
    assertThat(file.recalls()).isPositive();
    long recalls = file.recalls();
    file.awaitCopies();
    file.cluster().client().await(file.cluster().client().async().readFile(path()));
    assertThat(file.recalls()).as("of an access that is not noted").isEqualTo(recalls);
  }

  private static GigaPath path() {
    return GigaPath.parse(HotFile.PATH);
  }

  @Test
  void fileOpenForWritingIsNotCopied() throws Exception {
    HotFile file = new HotFile(HotFile.setup(8).start(directory));
    OpenFile open = file.writer().open(HotFile.PATH, Flag.WRITE);
    file.read();
    file.cluster().simulation().runMillis(QUIET_MILLIS);
    assertThat(file.counted("copies.names")).isZero();
    file.writer().await(open.closeAsync());
    file.awaitCopies();
    assertThat(file.counted("copies.names")).isPositive();
  }

  @Test
  void linkedFileIsNotCopied() throws Exception {
    HotFile file = new HotFile(HotFile.setup(9).start(directory));
    file.writer().link(HotFile.PATH, "/d/linked");
    file.read();
    file.cluster().simulation().runMillis(QUIET_MILLIS);
    assertThat(file.counted("copies.names")).isZero();
  }

  @Test
  void disabledHeatRuleMakesNoCopies() throws Exception {
    HotFile file = new HotFile(HotFile.setup(10).withSplitHeat(0).start(directory)).read();
    file.cluster().simulation().runMillis(QUIET_MILLIS);
    assertThat(file.counted("copies.names")).isZero();
  }

  @Test
  void unusedCopiesExpire() throws Exception {
    HotFile file = new HotFile(HotFile.setup(11).start(directory)).read().awaitCopies();
    file.check();
    file.cluster().simulation().runMillis(QUIET_MILLIS);
    file.writer().changeMode(HotFile.PATH, 0600);
    assertThat(file.recalls()).isZero();
    file.cluster().check();
  }

  /** The end of copies cannot be stored until the disk accepts writes again. */
  @Test
  void diskFailureDuringARecallLeavesNoCopies() throws Exception {
    HotFile file = new HotFile(HotFile.setup(12).start(directory)).read().awaitCopies();
    file.owner().disk().fail(Operation.WRITE, Kind.IO);
    assertThatThrownBy(() -> file.writer().changeMode(HotFile.PATH, 0600))
        .isInstanceOf(GigaException.class);
    file.owner().disk().fail(Operation.WRITE, null);
    file.check();
    assertThat(file.recalls()).isPositive();
    file.cluster().simulation().runMillis(QUIET_MILLIS);
    file.cluster().check();
  }
}
