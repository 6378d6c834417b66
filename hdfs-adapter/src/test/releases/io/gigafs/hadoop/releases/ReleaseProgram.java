package io.gigafs.hadoop.releases;

import java.io.File;
import java.lang.reflect.Method;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import java.util.jar.JarFile;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.util.VersionInfo;

/**
 * Uses the plugin like a program of any supported Hadoop release; compiled against the oldest one,
 * in Java 8. Arguments: the servers and the plugin's jar.
 */
public final class ReleaseProgram {
  private static final Path TOP = new Path("/releases");

  private ReleaseProgram() {}

  public static void main(String[] arguments) throws Exception {
    System.out.println("hadoop " + VersionInfo.getVersion());
    System.out.println("java " + System.getProperty("java.specification.version"));
    Configuration conf = new Configuration();
    check(FileSystem.get(URI.create("file:///"), conf).exists(new Path("/")), "other file systems");
    conf.set("fs.giga.cluster.test.servers", arguments[0]);
    conf.set("fs.AbstractFileSystem.giga.impl", "io.gigafs.hadoop.GigaFs");
    try (FileSystem files = FileSystem.get(URI.create("giga://test/"), conf)) {
      System.out.println("class " + files.getClass().getSimpleName());
      use(files);
      files.delete(TOP, true);
      FileContext context = FileContext.getFileContext(URI.create("giga://test/"), conf);
      check(!context.util().exists(TOP), "FileContext");
    }
    loadAll(new File(arguments[1]));
    System.out.println("done");
  }

  private static void check(boolean holds, String what) {
    if (!holds) {
      throw new AssertionError(what);
    }
  }

  private static void use(FileSystem files) throws Exception {
    files.delete(TOP, true);
    files.mkdirs(TOP);
    byte[] bytes = new byte[3 << 20];
    bytes[5] = 7;
    Path small = new Path(TOP, "small");
    Path large = new Path(TOP, "large");
    write(files, small, Arrays.copyOf(bytes, 10));
    write(files, large, bytes);
    try (FSDataInputStream in = files.open(large)) {
      byte[] read = new byte[bytes.length];
      in.readFully(read);
      check(Arrays.equals(read, bytes), "what is read");
      in.seek(5);
      check(in.read() == 7, "what is read after a seek");
      in.setReadahead(1L << 20);
      readRanges(in);
    }
    int count = 0;
    for (FileStatus status : files.listStatus(TOP)) {
      check(status.toString().contains(status.getPath().toString()), "the text of a status");
      count++;
    }
    RemoteIterator<LocatedFileStatus> each = files.listFiles(TOP, true);
    while (each.hasNext()) {
      check(each.next().getBlockLocations().length == 1, "blocks");
      count++;
    }
    check(count == 4, "listings");
    check(files.getFileStatus(large).getLen() == bytes.length, "the length");
    check(files.getFileChecksum(large) != null, "the checksum");
    check(files.getContentSummary(TOP).getFileCount() == 2, "the summary");
    check(files.getAclStatus(large).getEntries().isEmpty(), "the list");
    files.setXAttr(large, "user.a", new byte[1]);
    check(files.getXAttrs(large).size() == 1, "attributes");
    check(files.truncate(large, 3), "truncate");
    check(files.rename(small, new Path(TOP, "renamed")), "rename");
    try (FSDataOutputStream out = files.append(large)) {
      out.write(1);
      out.hsync();
    }
    check(files.getFileStatus(large).getLen() == 4, "append");
    if (exists("org.apache.hadoop.fs.BulkDelete")) {
      deleteAtOnce(files, files.makeQualified(large));
    }
    check(files.delete(new Path(TOP, "renamed"), false), "delete");
  }

  private static void write(FileSystem files, Path path, byte[] bytes) throws Exception {
    try (FSDataOutputStream out = files.create(path)) {
      out.write(bytes);
    }
  }

  private static boolean exists(String name) {
    try {
      Class.forName(name);
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  /** Reads ranges, which only later releases support. */
  private static void readRanges(FSDataInputStream in) throws Exception {
    if (!exists("org.apache.hadoop.fs.FileRange")) {
      return;
    }
    Class<?> ranges = Class.forName("org.apache.hadoop.fs.FileRange");
    Object range =
        ranges.getMethod("createFileRange", long.class, int.class).invoke(null, 5L, 1);
    IntFunction<ByteBuffer> allocate = ByteBuffer::allocate;
    in.getClass()
        .getMethod("readVectored", List.class, IntFunction.class)
        .invoke(in, Collections.singletonList(range), allocate);
    Object data = ranges.getMethod("getData").invoke(range);
    check(((ByteBuffer) ((Future<?>) data).get()).get(0) == 7, "a range");
    System.out.println("read ranges");
  }

  /** Deletes in bulk, which only the newest releases support. */
  private static void deleteAtOnce(FileSystem files, Path path) throws Exception {
    Object bulk =
        FileSystem.class.getMethod("createBulkDelete", Path.class).invoke(files, TOP);
    Class<?> type = Class.forName("org.apache.hadoop.fs.BulkDelete");
    int page = (int) type.getMethod("pageSize").invoke(bulk);
    Object failed =
        type.getMethod("bulkDelete", Collection.class)
            .invoke(bulk, Collections.singleton(path));
    check(((List<?>) failed).isEmpty() && !files.exists(path), "a deletion");
    System.out.println("deleted by pages of " + page);
  }

  /** Loads every class of the plugin and lists its methods, as programs that use reflection do. */
  private static void loadAll(File jar) throws Exception {
    List<String> names = new ArrayList<>();
    try (JarFile opened = new JarFile(jar)) {
      opened.stream()
          .map(entry -> entry.getName())
          .filter(name -> name.startsWith("io/gigafs/hadoop/") && name.endsWith(".class"))
          .filter(name -> !name.startsWith("io/gigafs/hadoop/flink/"))
          .forEach(name -> names.add(name.replace(".class", "").replace('/', '.')));
    }
    check(names.size() > 50, "classes");
    TreeSet<String> missing = new TreeSet<>();
    for (String name : names) {
      if (name.endsWith("package-info")) {
        continue;
      }
      try {
        Class<?> loaded = Class.forName(name);
        for (Class<?> at = loaded; at != null; at = at.getSuperclass()) {
          Method[] methods = at.getDeclaredMethods();
          check(methods != null, name);
        }
        loaded.getDeclaredConstructors();
        loaded.getDeclaredFields();
        loaded.getMethods();
        for (String reference : new HadoopReferences(loaded).missing()) {
          missing.add(name + " calls " + reference);
        }
      } catch (NoClassDefFoundError e) {
        System.out.println("without " + name);
      }
    }
    for (String reference : missing) {
      System.out.println("missing " + reference);
    }
  }
}
