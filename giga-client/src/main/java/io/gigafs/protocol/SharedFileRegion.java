package io.gigafs.protocol;

import io.netty.channel.DefaultFileRegion;
import java.nio.channels.FileChannel;

/** A region of a file that others use, too: it is not closed with the region. */
final class SharedFileRegion extends DefaultFileRegion {
  private final Runnable whenReleased;

  SharedFileRegion(FileChannel file, long position, int length, Runnable whenReleased) {
    super(file, position, length);
    this.whenReleased = whenReleased;
  }

  @Override
  protected void deallocate() {
    whenReleased.run();
  }
}
