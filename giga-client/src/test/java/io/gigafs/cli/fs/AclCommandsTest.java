package io.gigafs.cli.fs;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.protocol.FileType;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Tests getfacl and setfacl. */
class AclCommandsTest extends FsTestBase {
  private String entries(String path) {
    return ok("fs getfacl -c " + path).strip();
  }

  @Test
  void permissionBitsAreShownAsAnAcl() {
    shell.client().put("/f", FileType.REGULAR, 06754, 1000, 100, 0, 0);
    assertThat(ok("fs getfacl /f"))
        .isEqualTo(
            """
            # file: f
            # owner: alice
            # group: users
            # flags: ss-
            user::rwx
            group::r-x
            other::r--

            """);
    assertThat(ok("fs getfacl -np /f")).contains("# file: /f\n# owner: 1000\n# group: 100\n");
    assertThat(ok("fs getfacl -s /f")).isEmpty();
  }

  @Test
  void setfaclModifiesEntries() {
    ok("fs touch /f");
    ok("fs setfacl -m u:alice:rw,g:50:rx /f");
    assertThat(entries("/f"))
        .isEqualTo(
            """
            user::rw-
            user:alice:rw-
            group::r--
            group:staff:r-x
            mask::rwx
            other::r--""");
    assertThat(stat("%a", "/f")).isEqualTo("674");
    ok("fs setfacl -m m::r,alice:7 /f");
    assertThat(entries("/f"))
        .isEqualTo(
            """
            user::rw-
            user:alice:rwx\t\t\t#effective:r--
            group::r--
            group:staff:r-x\t\t\t#effective:r--
            mask::r--
            other::r--""");
    assertThat(ok("fs getfacl -cE /f")).doesNotContain("#");
    assertThat(ok("fs getfacl -ce /f")).contains("group::r--\t\t\t#effective:r--\n");
    ok("fs setfacl -n -m u:5:w /f");
    assertThat(entries("/f")).contains("mask::r--");
    ok("fs setfacl --mask -m m::0,o:- /f");
    assertThat(entries("/f")).contains("mask::rwx").endsWith("other::---");
  }

  @Test
  void setfaclRemovesEntries() {
    ok("fs touch /f");
    ok("fs setfacl -m u:alice:rwx,g:staff:r /f");
    ok("fs setfacl -x u:alice /f");
    assertThat(entries("/f"))
        .isEqualTo("user::rw-\ngroup::r--\ngroup:staff:r--\nmask::r--\nother::r--");
    ok("fs setfacl -x g:staff: /f");
    assertThat(entries("/f")).isEqualTo("user::rw-\ngroup::r--\nmask::r--\nother::r--");
    ok("fs setfacl -x m /f");
    assertThat(entries("/f")).isEqualTo("user::rw-\ngroup::r--\nother::r--");
    ok("fs setfacl -m u:alice:rwx /f");
    ok("fs setfacl -b /f");
    assertThat(stat("%a", "/f")).isEqualTo("644");
    assertThat(ok("fs getfattr -m - /f")).isEmpty();
    assertThat(fails("fs setfacl -x u: /f"))
        .isEqualTo("giga fs setfacl: /f: Malformed access ACL: the entry user:: is missing\n");
  }

  @Test
  void setfaclReplacesTheAcl() {
    ok("fs mkdir /d");
    ok("fs setfacl -m u:alice:rwx,d:u:alice:rwx /d");
    ok("fs setfacl --set u::rwx,g::r-x,o::-,g:staff:r /d");
    assertThat(entries("/d"))
        .isEqualTo("user::rwx\ngroup::r-x\ngroup:staff:r--\nmask::r-x\nother::---");
    assertThat(fails("fs setfacl --set u::rwx /d")).contains("the entry group:: is missing");
  }

  @Test
  void setfaclChangesDefaultAcls() {
    ok("fs mkdir -p /d/e");
    ok("fs touch /d/e/f");
    ok("fs setfacl -R -m d:g:staff:rwX,g:staff:rX /d");
    assertThat(entries("/d/e"))
        .isEqualTo(
            """
            user::rwx
            group::r-x
            group:staff:r-x
            mask::r-x
            other::r-x
            default:user::rwx
            default:group::r-x
            default:group:staff:rwx
            default:mask::rwx
            default:other::r-x""");
    assertThat(entries("/d/e/f")).contains("group:staff:r--").doesNotContain("default");
    assertThat(ok("fs getfacl -cd /d/e")).contains("\ngroup:staff:rwx\n").doesNotContain("default");
    assertThat(ok("fs getfacl -ca /d/e")).doesNotContain("default");
    assertThat(fails("fs setfacl -d -m u:alice:r /d/e/f"))
        .isEqualTo("giga fs setfacl: /d/e/f: Only directories can have default ACLs\n");
    ok("fs setfacl -k /d/e");
    assertThat(entries("/d/e")).doesNotContain("default");
  }

  @Test
  void setfaclRestoresGetfaclOutput() {
    shell.client().put("/d", FileType.DIRECTORY, 02750, 1000, 100, 0, 0);
    okWords("fs", "touch", "/d/f", "/d/g \n");
    ok("fs chown alice:users /d/f");
    ok("fs setfacl -m u:5:rw,m::r /d/f");
    ok("fs setfacl -d -m u:alice:rwx /d");
    String dump = ok("fs getfacl -R /d");
    ok("fs setfacl -R -b /d");
    ok("fs chown -R 0:0 /d");
    ok("fs chmod -R 777 /d");
    shell.reading(new ByteArrayInputStream(dump.getBytes(StandardCharsets.UTF_8)));
    ok("fs setfacl --restore=-");
    assertThat(ok("fs getfacl -R /d")).isEqualTo(dump).contains("# file: d/g \\012\n");
  }

  @Test
  void onlyOperandLinksAreFollowed() {
    ok("fs mkdir /d");
    ok("fs touch /f");
    ok("fs ln -s /f /d/l");
    ok("fs setfacl -R -m u:alice:rw /d");
    assertThat(entries("/f")).doesNotContain("alice");
    ok("fs setfacl -m u:alice:rw /d/l");
    assertThat(entries("/f")).contains("alice");
  }

  @Test
  void misuseIsReported() {
    assertThat(misused("fs setfacl /f")).contains("no change given");
    assertThat(misused("fs setfacl -m u:nobody-here:r /f")).contains("not a user of this machine");
    assertThat(misused("fs setfacl -m u:alice /f")).contains("has no permissions");
    assertThat(misused("fs setfacl -m u:alice:q /f")).contains("'q' are not permissions");
    assertThat(misused("fs setfacl -x u:alice:r /f")).contains("has permissions");
    assertThat(misused("fs setfacl -m o:alice:r /f")).contains("must not name a user or group");
  }
}
