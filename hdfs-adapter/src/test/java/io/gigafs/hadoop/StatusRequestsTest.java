package io.gigafs.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.GigaClient;
import io.gigafs.hadoop.identity.Identities;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.EtagSource;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathHandle;
import org.apache.hadoop.fs.RemoteIterator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Counts the requests that file statuses cause, and tests that statuses are serializable. */
class StatusRequestsTest {
  private static final Path TOP = new Path("/statuses");
  private static final int FILES = 200;

  /** Calls that send no request: the files of this test have no block locations on a volume. */
  private static final Set<String> LOCAL = Set.of("async", "blocks", "hashCode", "equals");

  @AutoClose private final FileSystem files = open();

  /** Names of the client's calls that send requests. */
  private final List<String> calls = new ArrayList<>();

  private static FileSystem open() {
    try {
      return FileSystem.newInstance(TestGiga.ROOT, TestGiga.configuration());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @BeforeEach
  void makeFiles() throws IOException {
    for (int i = 0; i < FILES; i++) {
      files.create(new Path(TOP, "f" + i)).close();
    }
  }

  @AfterEach
  void removeFiles() throws IOException {
    files.delete(TOP, true);
  }

  private <T> T counting(Class<T> type, T target) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              if (!LOCAL.contains(method.getName())) {
                calls.add(method.getName());
              }
              try {
                Object result = method.invoke(target, arguments);
                return result instanceof AsyncGigaClient async
                    ? counting(AsyncGigaClient.class, async)
                    : result;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }

  private RemoteIterator<FileStatus> list() throws Exception {
    GigaClient client = counting(GigaClient.class, ((GigaFileSystem) files).client());
    Path top = files.makeQualified(TOP);
    HadoopPaths paths = new HadoopPaths(files.getUri());
    Statuses statuses = new Statuses(client, Identities.of(new Configuration()), 1 << 20);
    return new DirectoryListing(client, paths, statuses, top, HadoopPaths.of(top));
  }

  private RemoteIterator<LocatedFileStatus> listLocated() throws Exception {
    GigaClient client = counting(GigaClient.class, ((GigaFileSystem) files).client());
    return new LocatedListing(list(), new FileBlocks(client.async()));
  }

  private static <T> List<T> all(RemoteIterator<T> each) throws IOException {
    List<T> all = new ArrayList<>();
    while (each.hasNext()) {
      all.add(each.next());
    }
    return all;
  }

  @Test
  void blockLocationsNeedNoExtraRequests() throws Exception {
    assertThat(all(list())).hasSize(FILES);
    List<String> plain = List.copyOf(calls);
    calls.clear();
    assertThat(all(listLocated())).hasSize(FILES);
    assertThat(calls).isEqualTo(plain).hasSizeLessThan(5);
  }

  @Test
  @SuppressWarnings("deprecation") // programs write them all the same
  void statusIsPrintedWrittenAndCopiedWithoutRequests() throws Exception {
    List<FileStatus> statuses = new ArrayList<>(all(list()));
    statuses.addAll(all(listLocated()));
    calls.clear();
    for (FileStatus status : statuses) {
      assertThat(status.toString()).contains(status.getPath().toString());
      ByteArrayOutputStream written = new ByteArrayOutputStream();
      status.write(new DataOutputStream(written));
      FileStatus read = new FileStatus();
      read.readFields(new DataInputStream(new ByteArrayInputStream(written.toByteArray())));
      assertThat(read).isEqualTo(status);
      assertThat(copy(status)).isEqualTo(status).hasSameHashCodeAs(status);
    }
    assertThat(calls).isEmpty();
    assertThat(statuses.get(0).hasAcl()).isFalse();
    assertThat(calls).isNotEmpty();
    calls.clear();
    assertThat(statuses.get(0).hasAcl()).isFalse();
    assertThat(calls).as("asked once").isEmpty();
  }

  /** Spark and Flink send statuses to other processes. */
  @Test
  void everyValueIsSerializable() throws Exception {
    FileStatus status = files.getFileStatus(new Path(TOP, "f1"));
    FileStatus copy = copy(status);
    assertThat(copy.getPath()).isEqualTo(status.getPath());
    assertThat(copy.getOwner()).isEqualTo(status.getOwner());
    assertThat(copy.hasAcl()).isFalse();
    assertThat(((EtagSource) copy).getEtag()).isEqualTo(((EtagSource) status).getEtag());
    LocatedFileStatus located = all(files.listFiles(TOP, false)).get(0);
    assertThat(((EtagSource) copy(located)).getEtag()).isEqualTo(((EtagSource) located).getEtag());
    PathHandle handle = copy(files.getPathHandle(status));
    files.open(handle).close();
    files.open(files.getPathHandle(copy(located))).close();
  }

  private static <T> T copy(T value) throws Exception {
    assertThat(value).isInstanceOf(Serializable.class);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(value);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      @SuppressWarnings("unchecked") // what was written is what is read
      T read = (T) in.readObject();
      return read;
    }
  }
}
