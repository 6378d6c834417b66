package io.gigafs.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.client.OpenFile;
import io.gigafs.client.OpenOptions.Flag;
import io.gigafs.protocol.AttributeChange;
import io.gigafs.protocol.AttributeChange.TimeChange;
import io.gigafs.protocol.RenameMode;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Copies of a name that all look up: nobody sees what was before a change that is acknowledged. */
class NameCopiesTest {
  @TempDir Path directory;

  /** All ways in which what a look-up tells of a file changes. */
  enum Kind {
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
  void aChangeIsSeenByAllWhoAskLater(Kind kind) throws Exception {
    HotFile file = HotFile.make(HotFile.setup(1), directory).read().awaitCopies();
    file.change(() -> kind.make(file.writer()));
    assertThat(file.recalls()).isPositive();
    file.cluster().heal();
    file.cluster().check();
  }

  @Test
  void otherNamesOfThePartitionChangeWithoutARecall() throws Exception {
    HotFile file = HotFile.make(HotFile.setup(1), directory).read().awaitCopies();
    file.writer().create("/d/new");
    file.writer().changeMode("/d/other", 0600);
    file.writer().unlink("/d/other");
    file.writer().rename("/d/new", "/d/newer");
    file.awaitCopies();
    assertThat(file.recalls()).isZero();
  }
}
