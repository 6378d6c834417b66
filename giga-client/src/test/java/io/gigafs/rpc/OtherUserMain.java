package io.gigafs.rpc;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import java.util.List;

/**
 * Copies bytes between a domain socket and standard input and output: {@code OtherUserMain SOCKET}.
 * It needs no other class, so that any user can run it.
 */
public final class OtherUserMain {
  private OtherUserMain() {}

  public static void main(String[] args) throws IOException {
    Path path = Path.of(List.of(args).get(0));
    try (SocketChannel socket = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      socket.connect(UnixDomainSocketAddress.of(path));
      Thread answers = new Thread(() -> passAnswers(socket), "answers");
      answers.setDaemon(true);
      answers.start();
      ByteBuffer buffer = ByteBuffer.allocate(1 << 16);
      for (int read = System.in.read(buffer.array());
          read >= 0;
          read = System.in.read(buffer.array())) {
        writeAll(socket, buffer.clear().limit(read));
      }
    }
  }

  private static void passAnswers(SocketChannel socket) {
    ByteBuffer buffer = ByteBuffer.allocate(1 << 16);
    WritableByteChannel out = Channels.newChannel(System.out);
    try {
      while (socket.read(buffer.clear()) >= 0) {
        writeAll(out, buffer.flip());
        System.out.flush();
      }
    } catch (IOException e) {
      System.err.println(e);
    }
  }

  private static void writeAll(WritableByteChannel to, ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      to.write(bytes);
    }
  }
}
