package io.gigafs.client.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.client.path.PathWalk.Goal;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.protocol.ErrorCode;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests for path walks: each row is a path and where it leads. */
class PathWalkTest {
  private static final String LONGEST = "n".repeat(255);

  private final FakeTree tree =
      new FakeTree()
          .file("/f")
          .directory("/d")
          .directory("/d/e")
          .directory("/d/e/g")
          .file("/d/e/f")
          .file("/d/" + LONGEST)
          .closedDirectory("/closed")
          .directory("/closed/in")
          .link("/to_f", "f")
          .link("/to_f_slash", "f/")
          .link("/to_d", "d")
          .link("/to_d_slash", "d/")
          .link("/to_d_dots", "d/e/..")
          .link("/to_root", "/")
          .link("/to_none", "none")
          .link("/to_none_slash", "none/")
          .link("/to_closed", "closed")
          .link("/to_in_closed", "closed/in")
          .link("/d/up", "..")
          .link("/d/here", ".")
          .link("/d/absolute", "/d/e")
          .link("/d/relative", "e/g")
          .link("/d/to_link", "relative")
          .link("/d/e/aside", "../e/f")
          .link("/loop", "loop")
          .link("/ping", "/pong")
          .link("/pong", "ping")
          .link("/growing", "growing/x")
          .link("/empty", "")
          .link("/too_long", LONGEST + "n")
          .link("/many", "./".repeat(2_047) + "d")
          .link("/too_many", "./".repeat(2_048) + "d");

  @ParameterizedTest
  @CsvSource({
    "/, above root ROOT",
    "//, above root ROOT",
    "/., above root SELF entered /",
    "/.., above root PARENT entered /",
    "/../../.., above root PARENT entered /",
    "/../f, / f",
    "/f, / f",
    "//f, / f",
    "/none, / none",
    "/none/, / none slash",
    "/f/, / f slash",
    "/d/, / d slash",
    "/d//, / d slash",
    "/to_d, / to_d",
    "/to_d/, / to_d slash",
    "/loop, / loop",
    "/d/., / d SELF entered /d",
    "/d/./, / d SELF slash entered /d",
    "/d/.., above root PARENT entered /",
    "/d/../, above root PARENT slash entered /",
    "/d/e/.., / d PARENT entered /d",
    "/d/e/../e, /d e",
    "/d/./e/./f, /d/e f",
    "/d/../d/../f, / f",
    "/to_d/e, /d e",
    "/to_d/.., above root PARENT entered /",
    "/to_d_slash/e, /d e",
    "/to_d_dots/e, /d e",
    "/to_root/f, / f",
    "/d/up/f, / f",
    "/d/up/.., above root PARENT entered /",
    "/d/here/here/here/e, /d e",
    "/d/absolute/f, /d/e f",
    "/d/absolute/.., / d PARENT entered /d",
    "/d/relative/.., /d e PARENT entered /d/e",
    "/d/to_link/x, /d/e/g x",
    "/many/e, /d e",
    "/none/x, ENOENT",
    "/none/., ENOENT",
    "/none/.., ENOENT",
    "/none/{256}, ENOENT",
    "/f/x, ENOTDIR",
    "/f/., ENOTDIR",
    "/f/.., ENOTDIR",
    "/f/{256}, ENOTDIR",
    "/to_f/x, ENOTDIR",
    "/to_none/x, ENOENT",
    "/loop/x, ELOOP",
    "/ping/x, ELOOP",
    "/growing/x, ELOOP",
    "/empty/x, ENOENT",
    "/too_long/x, ENAMETOOLONG",
    "/too_many/x, ENAMETOOLONG",
    "/d/{255}, /d {255}",
    "/d/{256}, ENAMETOOLONG",
    "/d/{256}/x, ENAMETOOLONG",
    "/d/{256}/.., ENAMETOOLONG",
    "/closed, / closed",
    "/closed/, / closed slash",
    "/closed/x, EACCES",
    "/closed/., EACCES",
    "/closed/.., EACCES",
    "/closed/{256}, EACCES",
    "/closed/in/x, EACCES",
    "/to_closed/x, EACCES",
    "/to_in_closed/x, EACCES",
  })
  void walkEndsAtTheLastName(String path, String end) {
    assertThat(walk(path, Goal.NAME, false)).isEqualTo(shortened(end));
  }

  @ParameterizedTest
  @CsvSource({
    "/, above root ROOT",
    "/f, / f",
    "/none, / none",
    "/to_d, / to_d",
    "/loop, / loop",
    "/d/, / d slash entered /d",
    "/to_d/, / d slash entered /d",
    "/to_d_slash/, / d slash entered /d",
    "/to_d_dots/, / d PARENT slash entered /d",
    "/to_root/, above root ROOT slash entered /",
    "/d/up/, above root PARENT slash entered /",
    "/closed/, / closed slash entered /closed",
    "/to_closed/, / closed slash entered /closed",
    "/f/, ENOTDIR",
    "/to_f/, ENOTDIR",
    "/none/, ENOENT",
    "/to_none/, ENOENT",
    "/loop/, ELOOP",
    "/to_in_closed/, EACCES",
    "/d/e/aside/, ENOTDIR",
  })
  void trailingSlashRequiresADirectory(String path, String end) {
    assertThat(walk(path, Goal.FILE, false)).isEqualTo(end);
  }

  @ParameterizedTest
  @CsvSource({
    "/f, / f",
    "/none, / none",
    "/to_f, / f",
    "/to_none, / none",
    "/to_d, / d",
    "/to_d_slash, / d slash entered /d",
    "/to_d_dots, / d PARENT entered /d",
    "/to_root, above root ROOT entered /",
    "/d/up, above root PARENT entered /",
    "/d/here, / d SELF entered /d",
    "/d/absolute, /d e",
    "/d/to_link, /d/e g",
    "/d/e/aside, /d/e f",
    "/d/absolute/aside, /d/e f",
    "/to_closed, / closed",
    "/to_f_slash, ENOTDIR",
    "/to_none_slash, ENOENT",
    "/loop, ELOOP",
    "/ping, ELOOP",
    "/growing, ELOOP",
    "/empty, ENOENT",
    "/too_long, ENAMETOOLONG",
    "/too_many, ENAMETOOLONG",
    "/to_in_closed, EACCES",
  })
  void followsTheFinalSymlink(String path, String end) {
    assertThat(walk(path, Goal.FILE, true)).isEqualTo(end);
  }

  /** As open(2) with O_CREAT: the name that is to be created is not looked up. */
  @ParameterizedTest
  @CsvSource({
    "/to_none, / none",
    "/to_none_slash, / none slash",
    "/to_f_slash, / f slash",
    "/d/absolute/new, /d/e new",
    "/to_d_dots, / d PARENT entered /d",
  })
  void followsASymlinkToANewName(String path, String end) {
    assertThat(walk(path, Goal.NAME, true)).isEqualTo(end);
  }

  @ParameterizedTest
  @CsvSource({
    "/, above root ROOT entered /",
    "/d, / d entered /d",
    "/d/., / d SELF entered /d",
    "/d/.., above root PARENT entered /",
    "/to_d, / d entered /d",
    "/to_d_dots, / d PARENT entered /d",
    "/to_root, above root ROOT entered /",
    "/d/to_link, /d/e g entered /d/e/g",
    "/closed, / closed entered /closed",
    "/closed/., EACCES",
    "/f, ENOTDIR",
    "/to_f, ENOTDIR",
    "/none, ENOENT",
    "/to_none, ENOENT",
    "/loop, ELOOP",
    "/d/{256}, ENAMETOOLONG",
  })
  void walkEntersADirectory(String path, String end) {
    assertThat(walk(path, Goal.DIRECTORY, false)).isEqualTo(end);
  }

  @ParameterizedTest
  @CsvSource({"40, / f", "41, ELOOP"})
  void fortySymlinksAreAllowed(int links, String end) {
    tree.link("/l1", "f");
    for (int i = 2; i <= links; i++) {
      tree.link("/l" + i, "l" + (i - 1));
    }
    assertThat(walk("/l" + links, Goal.FILE, true)).isEqualTo(end);
  }

  /** Symlinks count at every position of the path. */
  @Test
  void fortySymlinksOnTheWayAreAllowed() {
    String forty = "/d" + "/here".repeat(40);
    assertThat(walk(forty + "/e", Goal.NAME, false)).isEqualTo("/d e");
    assertThat(walk(forty + "/here/e", Goal.NAME, false)).isEqualTo("ELOOP");
    assertThat(walk(forty + "/up", Goal.FILE, true)).isEqualTo("ELOOP");
  }

  @Test
  void looksUpOneNameAtATime() {
    PathWalk<FakeTree.Directory> walk = tree.begin("/d/e/f", Goal.NAME);
    assertThat(walk.state()).isEqualTo(PathWalk.State.LOOK_UP);
    assertThat(walk.name()).isEqualTo(InodeId.ROOT_NAME);
    assertThatThrownBy(walk::error).isInstanceOf(IllegalStateException.class);
    walk.missing();
    assertThat(walk.error()).isEqualTo(ErrorCode.ENOENT);
    assertThatThrownBy(walk::missing).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(walk::other).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> walk.link(new byte[] {'x'})).isInstanceOf(IllegalStateException.class);
    PathWalk<FakeTree.Directory> entered = tree.walk("/d/", Goal.FILE, false);
    assertThatThrownBy(() -> entered.link(new byte[] {'x'}))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void relativePathIsRejected() {
    assertThatThrownBy(() -> tree.begin("d", Goal.NAME))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "'', ENOENT",
    "a, ",
    "{4095}, ",
    "{4096}, ENAMETOOLONG",
  })
  void pathLengthIsLimited(String text, ErrorCode problem) {
    String full =
        text.replace("{4095}", "x/".repeat(2_047) + "x").replace("{4096}", "x/".repeat(2_048));
    assertThat(PathText.problemOf(full.getBytes(StandardCharsets.UTF_8))).isEqualTo(problem);
  }

  @Test
  void pathsAreBytesWithoutNul() {
    assertThat(PathText.problemOf(new byte[] {'/', 0})).isEqualTo(ErrorCode.EINVAL);
    byte[] bytes = {'/', (byte) 0xff, '/', '.', '.', '.', '/', '.', 'x'};
    PathText text = PathText.of(bytes);
    assertThat(text.bytes()).isEqualTo(bytes);
    assertThat(text.nameAt(0)).isEqualTo(Name.of(new byte[] {(byte) 0xff}));
    assertThat(text.nameAt(1)).isEqualTo(Name.of("..."));
    assertThat(text).isEqualTo(PathText.of(bytes)).hasSameHashCodeAs(PathText.of(bytes));
  }

  private String walk(String path, Goal goal, boolean follow) {
    return shortened(FakeTree.end(tree.walk(filled(path), goal, follow)));
  }

  private static String filled(String path) {
    return path.replace("{256}", LONGEST + "n").replace("{255}", LONGEST);
  }

  private static String shortened(String text) {
    return text.replace(LONGEST, "{255}");
  }
}
