package io.gigafs.rpc;

final class EpollLocalSocketTest extends AbstractLocalSocketTest {
  EpollLocalSocketTest() {
    super(
        Transport.EPOLL,
        "process " + ProcessHandle.current().pid() + " of user [0-9]+ on this machine");
  }
}
