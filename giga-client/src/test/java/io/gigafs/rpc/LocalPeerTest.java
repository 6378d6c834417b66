package io.gigafs.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.protocol.Caller;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests for which users a peer on a domain socket may act for. */
final class LocalPeerTest {
  private final LocalPeer peer = LocalPeer.of(1000, Set.of(1000, 27));

  @Test
  void peerActsForItsOwnUserAndGroups() {
    assertThat(peer.mayActFor(new Caller(1000, 1000))).isTrue();
    assertThat(peer.mayActFor(new Caller(1000, 27, 1000, 27))).isTrue();
    assertThat(peer.mayActFor(null)).isTrue();
    assertThat(peer.isTrusted()).isFalse();
  }

  @Test
  void peerActsForNoOtherUser() {
    assertThat(peer.mayActFor(new Caller(0, 0))).isFalse();
    assertThat(peer.mayActFor(new Caller(1001, 1000))).isFalse();
    assertThat(peer.mayActFor(new Caller(1000, 0))).isFalse();
    assertThat(peer.mayActFor(new Caller(1000, 1000, 1000, 4))).isFalse();
  }

  @Test
  void anybodyPeerIsTrusted() {
    assertThat(LocalPeer.ANYBODY.isTrusted()).isTrue();
    assertThat(LocalPeer.ANYBODY.mayActFor(new Caller(0, 0))).isTrue();
  }
}
