package io.gigafs.server.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.cli.TestShell;
import io.gigafs.client.connect.GigaClients;
import io.gigafs.cluster.Endpoint;
import io.gigafs.server.TestCluster;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each command reports an outage in one line that names the server that is down. */
class BadNewsTest {
  private static final int SLOTS = 8;

  @TempDir private Path directory = Path.of(".");
  private Path file = directory;

  @BeforeEach
  void makeFile() throws IOException {
    file = Files.writeString(directory.resolve("file"), "text");
  }

  private List<String> commands() {
    return List.of(
        "fs ls -l /",
        "fs find /",
        "fs stat /d",
        "fs du /d",
        "fs df",
        "fs mkdir /n",
        "fs touch /n",
        "fs cat /f",
        "fs head /f",
        "fs put " + file + " /n",
        "fs get /f " + directory + "/got",
        "fs cp /f /n",
        "fs mv /f /n",
        "fs rm /f",
        "fs rm -r /d",
        "fs ln -s /f /n",
        "fs chmod 600 /f",
        "fs chown 1 /f",
        "fs truncate -s 0 /f",
        "fs sum /f",
        "fs getfacl /f",
        "fs getfattr /f",
        "fs quota get /d",
        "fs quota set --max-entries 5 /d",
        "status",
        "status --json",
        "status --partitions",
        "volume list",
        "volume add memory:///v",
        "admin checkpoint --list",
        "admin checkpoint --name c",
        "admin drain s1",
        "admin rebalance",
        "admin dump -o " + directory + "/dump /",
        "fsck",
        "bench create --files 10 --dir /b");
  }

  private static TestShell.Result run(String line, Endpoint contact, String timeout) {
    TestShell shell = new TestShell();
    shell.environment().put("GIGA_CLUSTER", "giga://" + contact + "/");
    return shell
        .connectingBy(GigaClients::connect)
        .runWords((line + " --timeout " + timeout).split(" ", -1));
  }

  /** The flaw in the output of a command; empty if there is none. */
  private static String flaw(TestShell.Result result, boolean mayWork, String... named) {
    List<String> lines = result.err().lines().toList();
    if (result.exitCode() == 0) {
      return mayWork && lines.isEmpty() ? "" : "it went well";
    }
    if (lines.size() != 1 || !lines.get(0).startsWith("giga ")) {
      return "it is not one line";
    }
    String line = lines.get(0);
    if (line.contains("Exception")) {
      return "it is for programmers";
    }
    for (String name : named) {
      if (line.contains(name)) {
        return "";
      }
    }
    return "it does not say what is down";
  }

  private static void assertGoodWords(
      List<String> commands, Endpoint contact, String timeout, boolean mayWork, String... named) {
    List<String> flaws = new ArrayList<>();
    for (String command : commands) {
      TestShell.Result result = run(command, contact, timeout);
      String flaw = flaw(result, mayWork, named);
      if (!flaw.isEmpty()) {
        flaws.add(command + ": " + flaw + ":\n" + result.err());
      }
    }
    assertThat(flaws).isEmpty();
  }

  @Test
  void commandsNameAServerWhenAllAreDown() throws Exception {
    Endpoint contact;
    try (TestCluster cluster = TestCluster.start(directory.resolve("cluster"), 2, SLOTS, 20)) {
      contact = cluster.endpoints().get(0);
    }
    assertGoodWords(commands(), contact, "100ms", false, contact.toString());
  }

  @Test
  void commandsNameASilentServer() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      Endpoint contact = new Endpoint("127.0.0.1", silent.getLocalPort());
      assertGoodWords(commands(), contact, "100ms", false, contact.toString());
    }
  }

  @Test
  void commandsNameTheServerThatIsDown() throws Exception {
    try (TestCluster cluster = TestCluster.start(directory.resolve("cluster"), 2, SLOTS, 20)) {
      Endpoint contact = cluster.endpoints().get(0);
      Endpoint down = cluster.endpoints().get(1);
      assertThat(run("fs mkdir /d", contact, "5m").exitCode()).isZero();
      assertThat(run("fs touch /f", contact, "5m").err()).isEmpty();
      cluster.stop(1);
      List<String> some =
          List.of(
              "fs ls -l /",
              "fs rm -r /d",
              "fs df",
              "status",
              "status --json",
              "admin checkpoint --list");
      assertGoodWords(some, contact, "2s", true, "s1", down.toString());
    }
  }
}
