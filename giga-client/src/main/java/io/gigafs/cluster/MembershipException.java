package io.gigafs.cluster;

import java.time.Duration;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The server registration could not be acquired, or the cluster's records could not be read or
 * written. The message says why and what to do.
 */
public final class MembershipException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public MembershipException(String message) {
    super(message);
  }

  public MembershipException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  /** Another running server is registered under this id. */
  public static MembershipException serverIdTaken(ServerId id, Endpoint holder) {
    return new MembershipException(
        "server id '"
            + id
            + "' is in use by a running server at "
            + holder
            + ": stop that one, or give this one another id");
  }

  /** The server id belongs to another store. */
  public static MembershipException otherStore(ServerId id, UUID known, UUID offered) {
    return new MembershipException(
        "server id '"
            + id
            + "' belongs to the store "
            + known
            + ", but this data directory holds the store "
            + offered
            + ": start it on the data directory that it had, or under an id that is not used yet");
  }

  /** The store belongs to another server id, so this data directory is a copy of it. */
  public static MembershipException copiedStore(ServerId id, UUID store, ServerId owner) {
    return new MembershipException(
        "this data directory holds the store "
            + store
            + ", which belongs to server '"
            + owner
            + "': a copy of it under the id '"
            + id
            + "' would serve stale data; start it on an empty data directory");
  }

  /** A cluster change names a server that is not a member. */
  static MembershipException unknown(ServerId id, ClusterView view) {
    return new MembershipException(
        "there is no server '"
            + id
            + "' in the cluster: its servers are "
            + view.servers().stream()
                .map(server -> server.id().value())
                .collect(Collectors.joining(", ")));
  }

  /** No server could take over the slots of a server that is to be drained. */
  static MembershipException nobodyLeft(ServerId id) {
    return new MembershipException(
        "server '"
            + id
            + "' cannot be drained: every other server is draining too, or there is none: add a"
            + " server first, or cancel another drain");
  }

  /** A server that is to be removed still owns slots. */
  static MembershipException notEmpty(ServerId id, int slots) {
    return new MembershipException(
        "server '"
            + id
            + "' still holds "
            + slots
            + (slots == 1 ? " slot" : " slots")
            + ": give them away first, with: giga admin drain --wait "
            + id);
  }

  /** A server that is to be removed is still handing a slot over. */
  static MembershipException stillGiving(ServerId id, int slot, ServerId to) {
    return new MembershipException(
        "server '"
            + id
            + "' is still handing slot "
            + slot
            + " over to '"
            + to
            + "': wait for it, with: giga admin drain --wait "
            + id);
  }

  /** A change names a volume that does not exist. */
  static MembershipException noVolume(int id, ClusterView view) {
    String known =
        view.volumes().stream()
            .map(volume -> volume.id() + " (" + volume.uri() + ")")
            .collect(Collectors.joining(", "));
    return new MembershipException(
        "there is no volume "
            + id
            + " in the cluster: "
            + (known.isEmpty() ? "it has none" : "its volumes are " + known));
  }

  /** A location that is to be added is already a volume in another state. */
  static MembershipException otherState(VolumeInfo known) {
    return new MembershipException(
        known.uri()
            + " is volume "
            + known.id()
            + " already, in state "
            + known.state()
            + ": see: giga volume list");
  }

  /** A location that is to be added is already a volume with another group or weight. */
  static MembershipException otherSettings(VolumeInfo known) {
    return new MembershipException(
        known.uri()
            + " is volume "
            + known.id()
            + " already, "
            + (known.group().isEmpty() ? "in no group" : "in group '" + known.group() + "'")
            + " and of weight "
            + known.weight()
            + ": change that with: giga volume set "
            + known.id());
  }

  /**
   * A volume that is to be restored conflicts with a volume of the view: its id or its location is
   * in use.
   */
  static MembershipException otherVolume(VolumeInfo lost, VolumeInfo there) {
    return new MembershipException(
        "volume "
            + lost.id()
            + " cannot be restored at "
            + lost.uri()
            + ": volume "
            + there.id()
            + " is at "
            + there.uri()
            + "; see: giga volume list");
  }

  /** The view in the cluster's records cannot be a successor of a view that this server knows. */
  public static MembershipException refusedView(String path, String objection) {
    return new MembershipException(
        "the cluster's view in ZooKeeper ("
            + path
            + ") is refused: "
            + objection
            + ": restore the node from a backup of ZooKeeper, or delete that node and write it"
            + " again from the servers' copies, with: giga format --restore DATA/cluster.json");
  }

  /** A server that is to be removed is running. */
  public static MembershipException stillRunning(ServerId id) {
    return new MembershipException(
        "server '" + id + "' is running: stop it first, or it would join again");
  }

  /** A change was not written before the deadline. */
  public static MembershipException notWritten(Duration timeout) {
    return new MembershipException(
        "the cluster's view could not be changed within "
            + timeout.toMillis()
            + " ms: others keep changing it; try again");
  }

  /** No view included the server before the deadline. */
  public static MembershipException stillForming(ServerId id, int present, ClusterFormat format) {
    return new MembershipException(
        "server '"
            + id
            + "' is not part of the cluster yet: "
            + present
            + " of the "
            + format.initialServers()
            + " servers that it was formatted for are running: start the others, then this one again");
  }
}
