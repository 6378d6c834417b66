package io.gigafs.rpc;

final class EpollRpcTest extends AbstractRpcTest {
  EpollRpcTest() {
    super(Transport.EPOLL);
  }
}
