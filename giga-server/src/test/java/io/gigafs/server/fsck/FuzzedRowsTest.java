package io.gigafs.server.fsck;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.gigafs.CapturedLog;
import io.gigafs.TestSeeds;
import io.gigafs.access.Acl;
import io.gigafs.access.AclXattr;
import io.gigafs.client.Follow;
import io.gigafs.client.GigaPath;
import io.gigafs.client.OpenFile;
import io.gigafs.client.OpenOptions.Flag;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.file.LockType;
import io.gigafs.protocol.fsck.Finding;
import io.gigafs.protocol.fsck.FindingKind;
import io.gigafs.server.SimulatedCheck;
import io.gigafs.server.SimulatedClient;
import io.gigafs.server.SimulatedCluster;
import io.gigafs.server.SimulatedCluster.Setup;
import io.gigafs.server.SimulatedServer;
import io.gigafs.tablefs.StoreException;
import io.gigafs.tablefs.engine.Cursor;
import io.gigafs.tablefs.engine.Engine;
import io.gigafs.tablefs.engine.WriteRecords;
import io.gigafs.tablefs.schema.Family;
import io.gigafs.tablefs.schema.Keys;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Changes a row of each kind while the server is down. The server starts, or refuses with one line
 * that names the row. Everything that does not depend on the row is unchanged; a check reports the
 * unreadable row and quarantines it.
 *
 * <p>{@code -Dgiga.seed=N} runs one seed; {@code -Dgiga.seeds=N} runs N seeds of each family.
 */
class FuzzedRowsTest {
  private static final int SEEDS = Boolean.getBoolean("giga.full") ? 200 : 6;

  private static final String SESSION_FILE = "/d/open";

  /** A file on a volume. */
  private static final String LARGE = "/d/large";

  private static final List<String> PATHS =
      List.of(
          "/",
          "/d",
          "/d/sub",
          "/quota",
          "/d/small",
          "/d/sub/small",
          "/quota/small",
          "/d/xattrs",
          "/d/lists",
          "/d/linked",
          "/d/sub/link",
          LARGE,
          "/d/symlink",
          "/d/open",
          "/d/last");

  @TempDir Path directory;

  private final CapturedLog logged = CapturedLog.ofAll();

  @SuppressWarnings("NullAway.Init") // each case fills one of its own seed
  private SimulatedCluster cluster;

  @SuppressWarnings("NullAway.Init")
  private SimulatedClient client;

  /** Paths of the directories by inode id, and that of the file with several names. */
  private final Map<Long, String> directories = new HashMap<>();

  /** Rows that servers or fsck once could not handle. */
  private static final List<Row> REGRESSIONS =
      List.of(
          new Row(Family.ENTRIES, 22),
          new Row(Family.ENTRIES, 143),
          new Row(Family.INLINE, 13),
          new Row(Family.INLINE, 14),
          new Row(Family.XATTRS, 64),
          new Row(Family.HOLDS, 35),
          new Row(Family.PARTITIONS, 11),
          new Row(Family.PARTITIONS, 24),
          new Row(Family.PARTITIONS, 25),
          new Row(Family.PARTITIONS, 32),
          new Row(Family.PARTITIONS, 50),
          new Row(Family.PARTITIONS, 59),
          new Row(Family.PARTITIONS, 114),
          new Row(Family.META, 12));

  static Stream<Row> rows() {
    Stream<Row> first =
        Stream.of(Family.values())
            .flatMap(family -> TestSeeds.first(SEEDS).mapToObj(seed -> new Row(family, seed)));
    return Stream.concat(first, REGRESSIONS.stream()).distinct();
  }

  /** The row to change, and how. */
  record Row(Family family, long seed) {}

  @AfterEach
  void silence() {
    logged.close();
  }

  private void fill(long seed) throws GigaException {
    cluster = Setup.seeded(seed).withServers(1, 4).withInlineLimit(2_000).start(directory);
    cluster.addVolume("v");
    cluster.simulation().runMillis(100); // the server hears of it
    client = cluster.client();
    client.makeDirectory("/d");
    client.makeDirectory("/d/sub");
    client.makeDirectory("/quota");
    client.await(client.async().setQuota(GigaPath.parse("/quota"), 100, 1 << 20));
    for (String path :
        List.of("/d/small", "/d/sub/small", "/quota/small", "/d/xattrs", "/d/lists", "/d/linked")) {
      write(path, 100);
    }
    write(LARGE, 5_000);
    client.await(client.async().symlink("small".getBytes(UTF_8), GigaPath.parse("/d/symlink")));
    client.link("/d/linked", "/d/sub/link");
    client.setXattr("/d/xattrs", "user.a", new byte[] {1, 2, 3});
    client.setXattr("/d/xattrs", "user.b", new byte[1_000]);
    Acl list = new Acl(7, List.of(new Acl.Named(7, 7)), 5, List.of(), 5, 0);
    client.setXattr("/d/lists", "system.posix_acl_access", AclXattr.encode(list));
    OpenFile open = client.open(SESSION_FILE, Flag.READ, Flag.WRITE, Flag.CREATE);
    client.await(open.lock(1, LockType.EXCLUSIVE, 0, 10, false));
    write("/d/gone", 5_000);
    client.unlink("/d/gone");
    cluster.simulation().runMillis(20_000); // what is open reaches the database
    client.create("/d/last"); // whose answer is remembered
    for (String path : List.of("/d", "/d/sub", "/quota", "/d/linked")) {
      directories.put(client.stat(path).inode().value(), path);
    }
  }

  private void write(String path, int length) throws GigaException {
    byte[] bytes = new byte[length];
    Arrays.fill(bytes, (byte) length);
    OpenFile open = client.open(path, Flag.WRITE, Flag.CREATE, Flag.TRUNCATE);
    client.await(open.write(0, ByteBuffer.wrap(bytes)));
    client.await(open.closeAsync());
  }

  @ParameterizedTest
  @MethodSource("rows")
  void serverStartsOrNamesTheDamagedRow(Row row) throws GigaException {
    fill(row.seed());
    Map<String, String> before = look();
    SimulatedServer server = cluster.server(0);
    server.kill();
    Changed changed = change(server, row);
    if (!starts(server, changed)) {
      return;
    }
    client = cluster.client(); // answers that are remembered are another client's
    Map<String, String> after = look();
    assertOthersAreAsBefore(before, after, changed);
    SimulatedCheck check = SimulatedCheck.run(cluster, false);
    if (isAnyWorse(before, after, changed)) {
      assertThat(check.findings()).as(changed.toString()).isNotEmpty();
    }
    mend();
    SimulatedCheck last = SimulatedCheck.run(cluster, false);
    assertThat(last.findings()).as(changed + " " + last).isEmpty();
    assertThat(last.unchecked()).as(changed.toString()).isEmpty();
    assertOthersAreAsBefore(before, look(), changed);
    client.create("/new");
    client.list("/");
    if (client.list("/").contains("d")) {
      client.create("/d/new");
      assertThat(client.list("/d")).contains("new");
    }
    assertThat(traces()).isEmpty();
  }

  private static void assertOthersAreAsBefore(
      Map<String, String> before, Map<String, String> now, Changed changed) {
    for (String path : PATHS) {
      if (!changed.concerns(path)) {
        assertThat(now.get(path)).as(path + " after " + changed).isEqualTo(before.get(path));
      }
    }
  }

  private static boolean isAnyWorse(
      Map<String, String> before, Map<String, String> now, Changed changed) {
    return PATHS.stream()
        .filter(path -> !changed.isLocationOf(path))
        .anyMatch(
            path ->
                outcome(now, path).startsWith(ErrorCode.EIO.name())
                    && !outcome(before, path).startsWith(ErrorCode.EIO.name()));
  }

  private static String outcome(Map<String, String> reads, String path) {
    return Objects.requireNonNull(reads.get(path), path);
  }

  /**
   * Repairs as {@code giga fsck --quarantine} does; the remaining rows are rewritten or removed.
   */
  private void mend() throws GigaException {
    for (int i = 0; i < 4; i++) {
      SimulatedCheck check = SimulatedCheck.repair(cluster);
      for (Finding finding : check.findings()) {
        if (finding.kind() == FindingKind.DAMAGED_BYTES) {
          takeOut(finding);
        }
      }
    }
  }

  private void takeOut(Finding finding) throws GigaException {
    String name = String.valueOf(finding.name());
    String parent = directories.getOrDefault(finding.directory().value(), "");
    if (parent.equals("/d/linked")) {
      write(parent, 100);
    } else if (parent.equals("/quota")) {
      client.unlink(parent + "/" + name); // a rename does not leave a quota
    } else if (!parent.isEmpty() && client.list(parent).contains(name)) {
      client.rename(parent + "/" + name, "/lost+found/" + name);
      client.unlink("/lost+found/" + name);
    }
  }

  private boolean starts(SimulatedServer server, Changed changed) {
    try {
      server.start();
      return true;
    } catch (StoreException e) {
      assertThat(e.getMessage()).as(changed.toString()).doesNotContain("\n");
      return false;
    }
  }

  /** Stack traces that were logged. */
  private List<String> traces() {
    return logged.events().stream()
        .filter(event -> event.getLevel().isGreaterOrEqual(Level.WARN))
        .filter(event -> event.getThrowableProxy() != null)
        .map(event -> event.getFormattedMessage() + ": " + event.getThrowableProxy().getMessage())
        .toList();
  }

  /** The visible state of each path. */
  private Map<String, String> look() {
    Map<String, String> seen = new LinkedHashMap<>();
    for (String path : PATHS) {
      seen.put(path, look(GigaPath.parse(path)));
    }
    return seen;
  }

  private String look(GigaPath path) {
    try {
      FileAttributes file = client.await(client.async().stat(path, Follow.NO));
      String text = file.inode() + " " + file.type() + " " + file.mode();
      text +=
          switch (file.type()) {
            case REGULAR ->
                " "
                    + file.size()
                    + " "
                    + Arrays.hashCode(client.await(client.async().readFile(path)));
            case SYMLINK -> new String(client.await(client.async().readLink(path)), UTF_8);
            default -> "";
          };
      return text + " " + client.listXattrs(path.toString()).size();
    } catch (GigaException e) {
      return e.code() + " " + e.getMessage();
    }
  }

  /** A changed row. */
  private record Changed(
      Family family, byte[] key, byte[] before, byte[] newKey, byte[] after, String path) {
    boolean concerns(String other) {
      return switch (family) {
        case ENTRIES, INLINE, XATTRS, HOLDS, PARTITIONS ->
            path.equals("/")
                || other.equals(path)
                || other.startsWith(path + "/")
                || (path.contains("link") && other.contains("link"));
        case INTENTS, REPLIES, RECLAIM, META -> false;
      };
    }

    /** Whether it is where a file's object is: a missing object is found by the volumes' check. */
    boolean isLocationOf(String other) {
      return family == Family.INLINE && path.equals(LARGE) && other.equals(LARGE);
    }

    @Override
    public String toString() {
      HexFormat hex = HexFormat.of();
      return family
          + " "
          + hex.formatHex(key)
          + "="
          + hex.formatHex(before)
          + " to "
          + hex.formatHex(newKey)
          + "="
          + hex.formatHex(after)
          + " of "
          + path;
    }
  }

  private Changed change(SimulatedServer server, Row row) {
    Random random = new Random(row.seed());
    try (Engine engine = server.disk().open()) {
      List<byte[][]> rows = new ArrayList<>();
      try (Cursor cursor = engine.scan(row.family(), Keys.all())) {
        while (cursor.next()) {
          rows.add(
              new byte[][] {cursor.key(), Arrays.copyOf(cursor.value(), cursor.valueLength())});
        }
      }
      byte[][] chosen =
          rows.isEmpty()
              ? new byte[][] {wildKey(row.family(), random), new byte[0]}
              : rows.get(random.nextInt(rows.size()));
      byte[] key = chosen[0];
      boolean changesKey = row.family() != Family.META && random.nextInt(4) == 0;
      byte[] newKey = changesKey ? mutated(key, random) : key;
      byte[] value = changesKey && random.nextBoolean() ? chosen[1] : mutated(chosen[1], random);
      WriteRecords records = new WriteRecords();
      records.delete(row.family(), key);
      records.put(row.family(), newKey, value);
      engine.write(records, true);
      return new Changed(row.family(), key, chosen[1], newKey, value, pathOf(row.family(), key));
    }
  }

  private static byte[] wildKey(Family family, Random random) {
    byte[] key =
        new byte
            [switch (family) {
              case INTENTS -> 10;
              case REPLIES -> 26;
              default -> 12;
            }];
    if (random.nextBoolean()) {
      random.nextBytes(key);
    }
    return key;
  }

  private static byte[] mutated(byte[] bytes, Random random) {
    byte[] changed = bytes.clone();
    switch (random.nextInt(6)) {
      case 0 -> changed = Arrays.copyOf(bytes, random.nextInt(bytes.length + 1));
      case 1 -> {
        changed = Arrays.copyOf(bytes, bytes.length + 1 + random.nextInt(20));
        changed[changed.length - 1] = (byte) random.nextInt(256);
      }
      case 2 -> {
        changed = new byte[random.nextInt(100)];
        random.nextBytes(changed);
      }
      case 3 -> {
        if (changed.length > 0) {
          changed[0] ^= (byte) (1 << random.nextInt(8));
        }
      }
      case 4 -> {
        if (changed.length > 0) {
          Arrays.fill(changed, random.nextInt(changed.length), changed.length, (byte) 0xff);
        }
      }
      default -> {
        for (int i = 0; i < 3 && changed.length > 0; i++) {
          changed[random.nextInt(changed.length)] = (byte) random.nextInt(256);
        }
      }
    }
    return changed;
  }

  private String pathOf(Family family, byte[] key) {
    ByteBuffer in = ByteBuffer.wrap(key);
    return switch (family) {
      case ENTRIES, INLINE, XATTRS, HOLDS -> {
        String parent = directories.getOrDefault(in.getLong(), "/");
        in.getLong();
        byte[] name = Arrays.copyOfRange(key, 16, key.length);
        int end = 0;
        while (end < name.length && name[end] != 0) {
          end++;
        }
        String text = new String(name, 0, end, UTF_8);
        yield parent.equals("/d/linked")
            ? parent
            : parent.equals("/") ? (text.equals("/") ? "/" : "/" + text) : parent + "/" + text;
      }
      case PARTITIONS -> {
        in.getShort();
        yield directories.getOrDefault(in.getLong(), "/");
      }
      default -> "";
    };
  }
}
