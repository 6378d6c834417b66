package io.gigafs.server.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.cli.CommandException;
import io.gigafs.cli.ExitCode;
import io.gigafs.cluster.Endpoint;
import io.gigafs.server.ServerSettings;
import io.gigafs.server.StoreMemory;
import io.gigafs.tablefs.Durability;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Settings of a server: defaults, all values, and errors. */
class ServerConfigurationTest {
  private static final String BASE = "zk=z:2181 id=s1 data=/tmp/d listen=127.0.0.1:0";

  private static Map<ServerSetting, GivenSetting> given(String settings) {
    Map<ServerSetting, GivenSetting> given = new EnumMap<>(ServerSetting.class);
    for (String each : settings.split(" ", -1)) {
      int equals = each.indexOf('=');
      ServerSetting setting = ServerSetting.ofKey(each.substring(0, equals)).orElseThrow();
      given.put(setting, new GivenSetting(each.substring(equals + 1), setting.option()));
    }
    return given;
  }

  @Test
  void optionalSettingsHaveDefaults() {
    ServerConfiguration configuration = ServerConfiguration.of(given(BASE));
    assertThat(configuration.zooKeeper().address()).hasToString("z:2181/giga");
    assertThat(configuration.server().listen()).isEqualTo(new Endpoint("127.0.0.1", 0));
    assertThat(configuration.server().durability()).isEqualTo(Durability.INTERVAL);
    assertThat(configuration.server().syncInterval()).hasSeconds(5);
    assertThat(configuration.server().localSocket()).isEqualTo(Path.of("/tmp/d/giga.sock"));
  }

  @Test
  void everySettingIsApplied() {
    ServerConfiguration configuration =
        ServerConfiguration.of(
            given(
                BASE
                    + " local-socket=/run/s1.sock lanes=3 durability=always sync-interval=100ms io-threads=2 reserve=2G join-timeout=1m"
                    + " block-cache=16m row-cache=0 key-filter=64k write-buffer=4m"
                    + " zk-session-timeout=3s zk-connect-timeout=1s"));
    assertThat(configuration.server().localSocket()).isEqualTo(Path.of("/run/s1.sock"));
    assertThat(configuration.server().lanes()).isEqualTo(3);
    assertThat(configuration.server().durability()).isEqualTo(Durability.ALWAYS);
    assertThat(configuration.server().syncInterval()).hasMillis(100);
    assertThat(configuration.server().ioThreads()).isEqualTo(2);
    assertThat(configuration.server().reserveBytes()).isEqualTo(2L << 30);
    assertThat(configuration.server().storeMemory())
        .isEqualTo(new StoreMemory(16 << 20, 0, 64 << 10, 4 << 20));
    assertThat(configuration.server().joinTimeout()).hasSeconds(60);
    assertThat(configuration.zooKeeper().sessionTimeout()).hasSeconds(3);
    assertThat(configuration.zooKeeper().connectTimeout()).hasSeconds(1);
  }

  @ParameterizedTest
  @CsvSource({
    "row-cache=1000g, more than three quarters of the JVM's buffers, -XX:MaxDirectMemorySize",
    "key-filter=60g, more than a third of the largest heap, -Xmx"
  })
  void memoryBeyondTheJvmLimitIsRejected(String setting, String why, String what) {
    assertThatThrownBy(() -> ServerConfiguration.of(given(BASE + " " + setting)))
        .hasMessageStartingWith("--" + setting.substring(0, setting.indexOf('=')) + ": ")
        .hasMessageContainingAll(why, what);
  }

  @Test
  void heatSplitsAreOnUnlessDisabled() {
    assertThat(ServerConfiguration.of(given(BASE)).server().splitHeat()).isEqualTo(5_000);
    assertThat(ServerConfiguration.of(given(BASE + " split-heat=70")).server().splitHeat())
        .isEqualTo(70);
    assertThat(ServerConfiguration.of(given(BASE + " split-heat=off")).server().splitHeat())
        .isZero();
  }

  @Test
  void cacheIsConfiguredOnRequest() {
    assertThat(ServerConfiguration.of(given(BASE)).server().cacheBytes()).isZero();
    ServerSettings usual = ServerConfiguration.of(given(BASE + " cache=100g")).server();
    assertThat(usual.cacheBytes()).isEqualTo(100L << 30);
    assertThat(usual.cacheDirectory()).isEqualTo(Path.of("/tmp/d/cache"));
    ServerSettings elsewhere =
        ServerConfiguration.of(given(BASE + " cache=64m cache-dir=/tmp/elsewhere")).server();
    assertThat(elsewhere.cacheDirectory()).isEqualTo(Path.of("/tmp/elsewhere"));
  }

  @Test
  void localSocketIsOptional() {
    assertThat(ServerConfiguration.of(given(BASE + " local-socket=none")).server().localSocket())
        .isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          zk=x                  | --zk: 'x' is not HOST:PORT[,HOST:PORT...][/CHROOT]
          id=a/b                | --id: a server id is 1 to 64 letters, digits, dots, underscores and hyphens and starts with a letter or digit, not 'a/b'
          block-cache=4k        | --block-cache: block-cache is 1m to 1024g, not 4096
          key-filter=1k         | --key-filter: key-filter is 16k to 64g, not 1024
          write-buffer=0        | --write-buffer: write-buffer is 4m to 1024g, not 0
          data=/etc/passwd      | --data: /etc/passwd is not a directory
          listen=7000           | --listen: '7000' is not HOST:PORT
          listen=h:70000        | --listen: no endpoint is 'h' port 70000
          listen=0.0.0.0:7000   | --listen: clients and other servers cannot reach 0.0.0.0: give an address or name of this machine that they can
          local-socket=/tmp     | --local-socket: /tmp is a directory
          lanes=x               | --lanes: 'x' is not a number
          lanes=0               | --lanes: lanes is 1 to 1024, not 0
          durability=never      | --durability: 'never' is neither interval nor always
          sync-interval=5x      | --sync-interval: '5x' is not a time like 500ms, 5s or 2m
          io-threads=9999       | --io-threads: io-threads is 1 to 1024, not 9999
          split-heat=0          | --split-heat: '0' is neither a rate of at least 1 nor off
          cache=1m              | --cache: cache is 0 for none, or 64m to 1024t, not 1048576
          cache-dir=/etc/passwd | --cache-dir: /etc/passwd is not a directory
          split-heat=on         | --split-heat: 'on' is not a number
          zk-session-timeout=1h | --zk-session-timeout: zk-session-timeout is 100 ms to 10 min, not PT1H
          """)
  void invalidSettingsAreRejected(String setting, String complaint) {
    assertThatExceptionOfType(CommandException.class)
        .isThrownBy(() -> ServerConfiguration.of(given(BASE + " " + setting)))
        .withMessage(complaint)
        .matches(e -> e.exitCode() == ExitCode.USAGE);
  }

  @Test
  void missingSettingsAreReported() {
    assertThatExceptionOfType(CommandException.class)
        .isThrownBy(() -> ServerConfiguration.of(given("zk=z:1 id=s")))
        .withMessage(
            "--data is missing: give that option, or set data in the file that --config names");
  }

  @ParameterizedTest
  @EnumSource(ServerSetting.class)
  void everySettingIsDocumented(ServerSetting setting) throws IOException {
    assertThat(Files.readString(Path.of("../docs/cli.md"))).contains("| `" + setting.key() + "` |");
  }
}
