package io.gigafs.rpc;

final class NioLocalSocketTest extends AbstractLocalSocketTest {
  NioLocalSocketTest() {
    super(Transport.NIO, "a process of this machine");
  }
}
