package io.gigafs.fuse.jnrfuse;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.fuse.binding.FuseFileSystem;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests which files, nodes and hidden names belong to open handles. */
class OpenHandlesTest {
  private final OpenHandles handles = new OpenHandles();
  private final FusePathResolver.ResolvedPath hidden = new FusePathResolver.ResolvedPath();

  @Test
  void fileStaysOpenUntilItsLastHandleCloses() {
    handles.opened(1, 10, 0);
    handles.opened(2, 10, 0);
    handles.closed(2);
    assertThat(handles.anyOf(10)).isEqualTo(1);
    assertThat(handles.inodeOf(1)).isEqualTo(10);
    handles.closed(1);
    assertThat(handles.anyOf(10)).isEqualTo(FuseFileSystem.NO_HANDLE);
    assertThat(handles.inodeOf(1)).isZero();
  }

  @Test
  void requestsAssociateHandlesWithNodes() {
    handles.opened(1, 10, 0);
    handles.opened(2, 10, 7);
    assertThat(nodesOf(10)).containsExactly(7L);
    handles.nodeOf(1, 8);
    handles.nodeOf(3, 9);
    assertThat(nodesOf(10)).containsExactly(8L, 7L);
    handles.closed(2);
    assertThat(nodesOf(10)).containsExactly(8L);
  }

  private List<Long> nodesOf(long inode) {
    List<Long> nodes = new ArrayList<>();
    handles.forEachNode(inode, nodes::add);
    return nodes;
  }

  @Test
  void hiddenNameRefersToItsFileUntilClose() {
    handles.opened(1, 10, 0);
    handles.hide(hidden, 10);
    assertThat(handles.hidden(hidden)).isEqualTo(10);
    handles.closed(1);
    assertThat(handles.hidden(hidden)).isNull();
    assertThat(handles.unhide(hidden)).isFalse();
  }
}
