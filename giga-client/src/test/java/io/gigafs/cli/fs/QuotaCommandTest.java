package io.gigafs.cli.fs;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.protocol.FileType;
import org.junit.jupiter.api.Test;

/** Tests {@code giga fs quota} on a cluster in memory. */
class QuotaCommandTest extends FsTestBase {
  @Test
  void quotaIsSetShownAndCleared() {
    ok("fs mkdir -p /d/e /x");
    shell.client().put("/d/e/f", FileType.REGULAR, 0644, 0, 0, 3 << 20, 0);
    ok("fs quota set --max-entries 2k --max-bytes 2G /d");
    assertThat(ok("fs quota get /d"))
        .isEqualTo(
            """
            DIRECTORY  ENTRIES  LIMIT  USE%    BYTES       LIMIT  USE%
            /d               2   2000    1%  3145728  2147483648    1%
            """);
    ok("fs quota set --max-bytes 0 /d");
    assertThat(ok("fs quota get -h /d"))
        .isEqualTo(
            """
            DIRECTORY  ENTRIES  LIMIT  USE%  BYTES  LIMIT  USE%
            /d               2   2.0K    1%   3.0M      -     -
            """);
    assertThat(ok("fs quota get --json /d"))
        .isEqualTo(
            "{\"directory\":\"/d\",\"entries\":2,\"max_entries\":2000,\"bytes\":3145728,"
                + "\"max_bytes\":null}\n");
    ok("fs quota clear /d");
    assertThat(fails("fs quota get /d /none"))
        .isEqualTo(
            """
            giga fs quota get: /d: has no quota
            giga fs quota get: /none: No such file or directory
            """);
  }

  @Test
  void misuseIsReported() {
    assertThat(misused("fs quota set /d")).contains("no limit given");
    assertThat(misused("fs quota set --max-entries 1X /d")).contains("not a number like 500");
    assertThat(misused("fs quota set --max-bytes 9000000T /d")).contains("not a number like 500");
    assertThat(misused("fs quota")).contains("missing command");
  }
}
