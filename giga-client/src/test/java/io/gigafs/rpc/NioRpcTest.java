package io.gigafs.rpc;

final class NioRpcTest extends AbstractRpcTest {
  NioRpcTest() {
    super(Transport.NIO);
  }
}
