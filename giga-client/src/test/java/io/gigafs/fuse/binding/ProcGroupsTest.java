package io.gigafs.fuse.binding;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the groups of a process, from status files of the test. */
class ProcGroupsTest {
  @TempDir private Path proc = Path.of(".");

  private void status(int pid, String groups) throws Exception {
    Path own = Files.createDirectories(proc.resolve(Integer.toString(pid)));
    Files.writeString(
        own.resolve("status"),
        "Name:\tx\nGid:\t1\t1\t1\t1\nGroups:\t" + groups + " \nNStgid:\t1\n");
  }

  @Test
  void readsGroups() throws Exception {
    status(5, "0 27 4294967295");
    status(6, "");
    ProcGroups groups = new ProcGroups(proc);
    assertThat(groups.of(5)).containsExactly(0, 27, -1);
    assertThat(groups.of(6)).isEmpty();
    assertThat(groups.of(7)).isEmpty();
  }

  @Test
  void groupsAreReadOncePerCall() throws Exception {
    status(5, "1");
    ProcGroups groups = new ProcGroups(proc);
    FuseCaller first = new FuseCaller(1000, 1000, 5, groups);
    assertThat(first.groups()).containsExactly(1);
    status(5, "1 2");
    assertThat(first.groups()).as("one call sees them as they were").containsExactly(1);
    assertThat(new FuseCaller(1000, 1000, 5, groups).groups()).containsExactly(1, 2);
  }
}
