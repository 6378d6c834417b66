package io.gigafs.rpc;

import io.gigafs.cluster.Endpoint;
import io.gigafs.protocol.frame.Frame;
import io.gigafs.protocol.frame.FrameCodec;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;

/** One end of a connection that may violate the protocol. */
final class RawConnection implements AutoCloseable {
  static final int TIMEOUT_MILLIS = 20_000;

  final Socket socket;
  private final FrameCodec codec = new FrameCodec(FrameCodec.DEFAULT_MAX_FRAME_BYTES);

  RawConnection(Endpoint server) throws IOException {
    this(new Socket(server.host(), server.port()));
  }

  RawConnection(Socket socket) throws IOException {
    this.socket = socket;
    socket.setSoTimeout(TIMEOUT_MILLIS);
  }

  /** A connection after the handshake. */
  static RawConnection established(Endpoint server) throws IOException {
    return established(server, Frame.Role.CLIENT);
  }

  /** A connection after the handshake as a client or a server. */
  static RawConnection established(Endpoint server, Frame.Role role) throws IOException {
    return established(new Socket(server.host(), server.port()), role);
  }

  /** A connection over a connected socket, after the handshake. */
  static RawConnection established(Socket socket) throws IOException {
    return established(socket, Frame.Role.CLIENT);
  }

  private static RawConnection established(Socket socket, Frame.Role role) throws IOException {
    RawConnection connection = new RawConnection(socket);
    connection.send(hello(role));
    connection.receive();
    connection.codec.established(FrameCodec.DEFAULT_MAX_FRAME_BYTES);
    return connection;
  }

  /** The server's end of a connection, after the handshake. */
  static RawConnection accepted(Socket socket) throws IOException {
    RawConnection connection = new RawConnection(socket);
    connection.receive();
    connection.send(
        new Frame.ServerHello(
            1, RpcFixture.CLUSTER, "raw", FrameCodec.DEFAULT_MAX_FRAME_BYTES, ""));
    connection.codec.established(FrameCodec.DEFAULT_MAX_FRAME_BYTES);
    return connection;
  }

  static Frame hello() {
    return hello(Frame.Role.CLIENT);
  }

  private static Frame hello(Frame.Role role) {
    return new Frame.ClientHello(
        FrameCodec.LOWEST_VERSION,
        FrameCodec.HIGHEST_VERSION,
        role,
        1,
        null,
        FrameCodec.DEFAULT_MAX_FRAME_BYTES);
  }

  static Frame request(long id) {
    return new Frame.OfRequest(id, 10_000, RpcFixture.makeDirectory(id));
  }

  byte[] bytesOf(Frame frame) {
    ByteBuf bytes = Unpooled.buffer();
    codec.encode(frame, bytes);
    return ByteBufUtil.getBytes(bytes);
  }

  void send(Frame frame) throws IOException {
    send(bytesOf(frame));
  }

  void send(String text) throws IOException {
    send(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  void send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
  }

  /** The next frame. */
  Frame receive() throws IOException {
    ByteBuf bytes = Unpooled.buffer();
    Frame frame = codec.decode(bytes);
    while (frame == null) {
      int next = socket.getInputStream().read();
      if (next < 0) {
        throw new EOFException("the other end closed the connection");
      }
      bytes.writeByte(next);
      frame = codec.decode(bytes);
    }
    return frame;
  }

  /** Reads until the other end closes the connection; fails if it does not. */
  void awaitClosed() throws IOException {
    try {
      socket.getInputStream().transferTo(OutputStream.nullOutputStream());
    } catch (SocketException e) {
      // A reset closes the connection as well.
      return;
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
