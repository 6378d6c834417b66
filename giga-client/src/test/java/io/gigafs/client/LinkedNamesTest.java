package io.gigafs.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.EntryResult;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Request.NameRequest;
import io.gigafs.protocol.Request.PartitionRequest;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.bulk.BulkCreateResult;
import io.gigafs.protocol.bulk.CreateRequest;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.protocol.namespace.ListRequest;
import io.gigafs.protocol.namespace.ListRequest.ListResult;
import io.gigafs.protocol.namespace.ListedEntry;
import io.gigafs.protocol.namespace.LookupRequest;
import io.gigafs.protocol.namespace.LookupResult;
import io.gigafs.protocol.namespace.SetAttributesRequest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Names of files whose inode record is stored elsewhere. The client follows the name to that
 * record.
 */
final class LinkedNamesTest extends ClientTestBase {
  private static final InodeId FILE = InodeId.of(3, 77);
  private static final Name LINKED = Name.of("linked");

  private final List<String> asked = new ArrayList<>();
  private FileAttributes atHome = file(FileType.REGULAR, 2, 0640);
  private byte[] target = {};
  private boolean isPromoted = true;
  private boolean isHomeGone;

  private static FileAttributes file(FileType type, int links, int mode) {
    return new FileAttributes(FILE, type, mode, 1000, 100, 5, links, 1, 2, 3, 0);
  }

  @BeforeEach
  void answerForTheFile() throws GigaException {
    makeDirectory("/d", 0777);
    create("/d/other");
    stat("/d/other");
    cluster.interceptor = (server, request) -> answer(request);
  }

  private @Nullable Answer<? extends Result> answer(Request<?> request) {
    if (request instanceof ListRequest list && list.attributes()) {
      ListedEntry entry = new ListedEntry(LINKED, FILE, atHome.type(), null);
      FakePartition any = cluster.partitionsOf(InodeId.ROOT).get(0);
      return new Answer.Done<>(new ListResult(List.of(entry), null, any.map));
    }
    Name name = nameOf(request);
    if (name == null || !(request instanceof PartitionRequest<?> asking)) {
      return null;
    }
    if (asking.directory().equals(FILE)) {
      asked.add("home");
      return isHomeGone ? new Answer.Failed<>(ErrorCode.ESTALE, "") : whole(request);
    }
    if (!name.equals(LINKED)) {
      return null;
    }
    asked.add("name");
    return isPromoted ? pointer(request) : whole(request);
  }

  private static @Nullable Name nameOf(Request<?> request) {
    if (request instanceof CreateRequest create) {
      return create.name(0);
    }
    return request instanceof NameRequest<?> named ? named.name() : null;
  }

  private Answer<? extends Result> pointer(Request<?> request) {
    if (request instanceof LookupRequest) {
      FileAttributes pointer = new FileAttributes(FILE, atHome.type(), 0, 0, 0, 0, 1, 0, 0, 0, 0);
      return new Answer.Done<>(new LookupResult(pointer, 0, null, true, new byte[0], 0));
    }
    return new Answer.Failed<>(ErrorCode.ELOOP, "");
  }

  private Answer<? extends Result> whole(Request<?> request) {
    if (request instanceof LookupRequest) {
      return new Answer.Done<>(new LookupResult(atHome, 0, null, false, target, 0));
    }
    if (atHome.type() == FileType.SYMLINK
        && (request instanceof CreateRequest
            || (request instanceof SetAttributesRequest change && change.follows()))) {
      return new Answer.Failed<>(ErrorCode.ELOOP, "");
    }
    if (request instanceof CreateRequest) {
      return new Answer.Done<>(
          new BulkCreateResult(
              new int[1],
              new long[] {atHome.inode().value()},
              null,
              List.of(atHome),
              null,
              LookupResult.NOT_TO_BE_KEPT));
    }
    return new Answer.Done<>(new EntryResult(atHome));
  }

  @Test
  void attributesComeFromTheInodeRecord() throws GigaException {
    assertThat(stat("/d/linked")).isEqualTo(atHome);
    assertThat(asked).containsExactly("name", "home");
  }

  @Test
  void missingInodeRecordIsLookedUpAgain() throws GigaException {
    isHomeGone = true;
    FakeCluster.Interceptor first = cluster.interceptor;
    cluster.interceptor =
        (server, request) -> {
          Answer<? extends Result> answer = first.before(server, request);
          isPromoted = asked.isEmpty() || !asked.get(asked.size() - 1).equals("home");
          return answer;
        };
    assertThat(stat("/d/linked")).isEqualTo(atHome);
    assertThat(asked).containsExactly("name", "home", "name");
  }

  @Test
  void danglingNameIsReportedAsDamage() {
    isHomeGone = true;
    assertFails(client.stat(path("/d/linked")))
        .hasMessage(
            "/d/linked: the file is not where its name says: check the cluster with giga fsck:"
                + " Input/output error");
  }

  @Test
  void changesGoToTheInodeRecord() throws GigaException {
    AttributeChange change = AttributeChange.ofMode(0640);
    assertThat(await(client.setAttributes(path("/d/linked"), change))).isEqualTo(atHome);
    assertThat(asked).containsExactly("name", "name", "home");
  }

  @Test
  void createFindsTheInodeRecord() throws GigaException {
    assertThat(await(client.create(path("/d/linked"), 0644, false))).isEqualTo(atHome);
    assertThat(asked).containsExactly("name", "name", "home");
  }

  @Test
  void hardLinkedSymlinkIsFollowed() throws GigaException {
    atHome = file(FileType.SYMLINK, 2, 0777);
    target = "other".getBytes(StandardCharsets.UTF_8);
    InodeId other = stat("/d/other").inode();
    assertThat(stat("/d/linked").inode()).isEqualTo(other);
    assertThat(await(client.create(path("/d/linked"), 0644, false)).inode()).isEqualTo(other);
    assertThat(await(client.setAttributes(path("/d/linked"), AttributeChange.ofMode(0600))).inode())
        .isEqualTo(other);
    assertThat(await(client.stat(path("/d/linked"), Follow.NO))).isEqualTo(atHome);
    assertThat(await(client.readLink(path("/d/linked")))).isEqualTo(target);
    target = "/d".getBytes(StandardCharsets.UTF_8);
    assertThat(stat("/d/linked/other").inode()).isEqualTo(other);
    assertFails(client.setAttributes(path("/d/linked/none"), AttributeChange.ofMode(0600)))
        .hasMessage("/d/linked/none: No such file or directory");
  }

  @Test
  void fileAsPathComponentIsNotADirectory() {
    assertFails(client.stat(path("/d/linked/x"))).hasMessage("/d/linked/x: Not a directory");
    assertFails(client.unlink(path("/d/linked/"))).hasMessage("/d/linked/: Not a directory");
    assertThat(asked).containsExactly("name", "name");
  }

  @Test
  void listingReadsAttributesFromTheInodeRecord() throws GigaException {
    assertThat(list("/d", true)).extracting(ListedEntry::attributes).containsExactly(atHome);
    isHomeGone = true;
    isPromoted = false;
    assertThat(list("/d", true)).extracting(ListedEntry::attributes).containsExactly(atHome);
    isPromoted = true;
    assertThat(list("/d", true)).isEmpty();
  }
}
