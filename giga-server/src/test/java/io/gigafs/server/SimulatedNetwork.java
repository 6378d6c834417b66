package io.gigafs.server;

import io.gigafs.cluster.Endpoint;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.Notice;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Payload;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.frame.Frame;
import io.gigafs.protocol.frame.FrameCodec;
import io.gigafs.rpc.Exchange;
import io.gigafs.rpc.Peer;
import io.gigafs.rpc.RequestHandler;
import io.gigafs.rpc.RpcClient;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A network that carries every message as bytes of the real protocol and applies its {@link
 * Faults}. Connections end with the processes at their ends; messages on their way are lost then.
 *
 * <p>Without faults a connection keeps the order of its messages, and each takes up to half a
 * millisecond.
 */
public final class SimulatedNetwork {
  private static final Logger LOG = LoggerFactory.getLogger(SimulatedNetwork.class);
  private static final long NANOS_PER_MILLI = 1_000_000L;

  private static final long MAX_LATENCY_NANOS = 500_000;

  /** The approximate duration of a commit batch of a lane. */
  private static final long TURN_NANOS = 100_000;

  /** The delay after which an unanswered request counts as forgotten: two sweep intervals. */
  private static final long FORGOTTEN_AFTER_NANOS = 2_500 * NANOS_PER_MILLI;

  private final Simulation simulation;
  private final Map<Endpoint, Listener> listeners = new HashMap<>();
  private final List<ServerSide<?>> unanswered = new ArrayList<>();

  /** The messages on their way, by the name of the server. */
  private final Map<String, SortedSet<Receipt>> arriving = new HashMap<>();

  private Faults faults = Faults.NONE;
  private Consumer<Packet> watcher = packet -> {};
  private boolean doubles;
  private long packets;
  private long receipts;

  SimulatedNetwork(Simulation simulation) {
    this.simulation = simulation;
  }

  /**
   * A message on its way.
   *
   * @param number 1, 2, ... in the order of sending
   * @param from the name of the sending process
   * @param to the name of the receiving process
   * @param what the operation, followed by ANSWER for an answer, or NOTICE
   */
  public record Packet(long number, String from, String to, String what) {
    public boolean isAnswer() {
      return what.endsWith(" ANSWER");
    }

    /** Whether both ends are servers. */
    public boolean isBetweenServers() {
      return from.startsWith("s") && to.startsWith("s");
    }

    /** Whether this is the operation's request or answer. */
    public boolean isOf(Opcode<?> opcode) {
      return what.equals(opcode.toString()) || what.equals(opcode + " ANSWER");
    }
  }

  /** Decides the fate of messages. */
  @FunctionalInterface
  public interface Faults {
    /** Everything arrives, once and in order. */
    Faults NONE = packet -> Fate.ARRIVES;

    Fate of(Packet packet);
  }

  /**
   * The fate of a message: it arrives once for each delay, later by that time.
   *
   * @param delaysMillis the delays; other messages may overtake a delayed one
   */
  public record Fate(List<Long> delaysMillis) {
    public static final Fate ARRIVES = new Fate(List.of(0L));
    public static final Fate LOST = new Fate(List.of());

    public static Fate delayed(long millis) {
      return new Fate(List.of(millis));
    }

    /** Arrives in time, and again after this many ms. */
    public static Fate doubled(long secondAfterMillis) {
      return new Fate(List.of(0L, secondAfterMillis));
    }
  }

  /** Replaces the faults. */
  public void setFaults(Faults newFaults) {
    faults = newFaults;
  }

  /** Adds faults; the function gets the current ones. */
  void addFaults(UnaryOperator<Faults> more) {
    faults = more.apply(faults);
  }

  /** Removes all faults. */
  public void heal() {
    faults = Faults.NONE;
  }

  /** Calls the watcher for every message when it is sent, before its fate is decided. */
  public void watch(Consumer<Packet> newWatcher) {
    watcher = newWatcher;
  }

  /** Whether any message was duplicated. */
  boolean mayDouble() {
    return doubles;
  }

  /** The number of sent messages. */
  public long packets() {
    return packets;
  }

  /** Requests that a live server has not answered long after their deadline. */
  public List<String> forgotten() {
    List<String> forgotten = new ArrayList<>();
    for (ServerSide<?> request : unanswered) {
      if (request.isForgotten()) {
        forgotten.add(request.toString());
      }
    }
    return forgotten;
  }

  /** Lets a process accept the requests to an endpoint until it ends. */
  void listen(Endpoint endpoint, SimulatedProcess process, RequestHandler handler) {
    Listener listener = new Listener(process, handler);
    listeners.put(endpoint, listener);
    process.atDeath(() -> listeners.remove(endpoint, listener));
  }

  private record Listener(SimulatedProcess process, RequestHandler handler) {}

  /** Connections of a process, all under one client id. */
  RpcClient connect(
      SimulatedProcess process, long clientId, BiConsumer<Notice, Consumer<Notice>> notices) {
    return new Client(process, clientId, notices);
  }

  private final class Client implements RpcClient {
    private final SimulatedProcess process;
    private final long clientId;
    private final BiConsumer<Notice, Consumer<Notice>> notices;
    private final Map<Endpoint, Connection> connections = new HashMap<>();

    Client(SimulatedProcess process, long clientId, BiConsumer<Notice, Consumer<Notice>> notices) {
      this.process = process;
      this.clientId = clientId;
      this.notices = notices;
    }

    @Override
    public <R extends Result> CompletableFuture<Answer<R>> call(
        Endpoint server, Request<R> request, long deadlineNanos) {
      if (!process.isAlive()) {
        return new CompletableFuture<>();
      }
      Connection connection = connections.get(server);
      if (connection == null || connection.broken) {
        Listener listener = listeners.get(server);
        if (listener == null) {
          Payload.releaseOf(request);
          return refused(server);
        }
        connection = new Connection(this, server, listener);
        connections.put(server, connection);
      }
      return connection.call(request, deadlineNanos);
    }

    /** A task runs later, so that it finds what was gathered meanwhile. */
    @Override
    public void execute(Runnable task) {
      simulation.after(
          simulation.jitter(MAX_LATENCY_NANOS),
          () -> {
            if (process.isAlive()) {
              task.run();
            }
          });
    }

    private <R extends Result> CompletableFuture<Answer<R>> refused(Endpoint server) {
      CompletableFuture<Answer<R>> answer = new CompletableFuture<>();
      simulation.after(
          simulation.jitter(MAX_LATENCY_NANOS),
          () -> {
            if (process.isAlive()) {
              answer.completeExceptionally(ErrorCode.EIO.exception(server + " does not listen"));
            }
          });
      return answer;
    }

    @Override
    public void close() {
      connections.values().forEach(Connection::end);
    }
  }

  /** A connection from a client to a server's process: two streams of frames. */
  private final class Connection implements Peer {
    private final Client client;
    private final Endpoint server;
    private final Listener listener;
    private final FrameCodec clientCodec = codec();
    private final FrameCodec serverCodec = codec();
    private final Map<Long, Call<?>> calls = new LinkedHashMap<>();
    private long lastId;
    private long lastToServerNanos;
    private long lastToClientNanos;
    private boolean broken;

    Connection(Client client, Endpoint server, Listener listener) {
      this.client = client;
      this.server = server;
      this.listener = listener;
      listener.process().atDeath(this::end);
      client.process.atDeath(this::end);
    }

    private static FrameCodec codec() {
      FrameCodec codec = new FrameCodec(FrameCodec.DEFAULT_MAX_FRAME_BYTES);
      codec.established(FrameCodec.DEFAULT_MAX_FRAME_BYTES);
      return codec;
    }

    <R extends Result> CompletableFuture<Answer<R>> call(Request<R> request, long deadlineNanos) {
      long id = ++lastId;
      Call<R> call = new Call<>(request);
      calls.put(id, call);
      long remaining = Math.max(0, deadlineNanos - client.process.clock().nanos());
      int remainingMillis = (int) ((remaining + NANOS_PER_MILLI - 1) / NANOS_PER_MILLI);
      call.expiry = simulation.after(client.process.aheadNanos() + remaining, () -> expire(id));
      toServer(new Frame.OfRequest(id, remainingMillis, request), request.opcode().toString());
      return call.answer;
    }

    private void expire(long id) {
      Call<?> call = calls.remove(id);
      if (call != null && client.process.isAlive()) {
        call.answer.completeExceptionally(
            ErrorCode.ETIMEDOUT.exception(
                server + " did not answer " + call.request.opcode() + " in time"));
      }
    }

    /** Breaks the connection; callers that wait for answers learn of it a little later. */
    void end() {
      if (broken) {
        return;
      }
      broken = true;
      simulation.after(
          simulation.jitter(MAX_LATENCY_NANOS),
          () -> {
            List<Call<?>> lost = new ArrayList<>(calls.values());
            calls.clear();
            if (client.process.isAlive()) {
              lost.forEach(call -> call.lose(server));
            }
            if (listener.process().isAlive()) {
              listener.handler().disconnected(this);
            }
          });
    }

    private void toServer(Frame frame, String what) {
      client.process.whenSoFar(() -> sendToServer(frame, what));
    }

    private void sendToServer(Frame frame, String what) {
      byte[] bytes = encode(clientCodec, frame);
      String from = client.process.name();
      String to = listener.process().name();
      for (long delay : fate(from, to, what, frame).delaysMillis()) {
        long arrival = arrival(delay, lastToServerNanos);
        lastToServerNanos = delay == 0 ? arrival : lastToServerNanos;
        Receipt receipt =
            new Receipt(
                this,
                arrival,
                () -> listener.process().run(() -> receiveAtServer(decode(serverCodec, bytes))));
        arriving.computeIfAbsent(to, none -> new TreeSet<>()).add(receipt);
        deliver(arrival, receipt);
      }
    }

    private void toClient(Frame frame, String what) {
      listener.process().whenSoFar(() -> sendToClient(frame, what));
    }

    private void sendToClient(Frame frame, String what) {
      byte[] bytes = encode(serverCodec, frame);
      String from = listener.process().name();
      String to = client.process.name();
      for (long delay : fate(from, to, what, frame).delaysMillis()) {
        long arrival = arrival(delay, lastToClientNanos);
        lastToClientNanos = delay == 0 ? arrival : lastToClientNanos;
        deliver(
            arrival, () -> client.process.run(() -> receiveAtClient(decode(clientCodec, bytes))));
      }
    }

    private Fate fate(String from, String to, String what, Frame frame) {
      Packet packet = new Packet(++packets, from, to, what);
      watcher.accept(packet);
      Fate fate = faults.of(packet);
      doubles |= fate.delaysMillis().size() > 1;
      LOG.debug("{} us: {} to {} {}: {}", simulation.nowNanos() / 1000, from, to, fate, frame);
      return fate;
    }

    private long arrival(long delayMillis, long lastNanos) {
      long arrival =
          simulation.nowNanos()
              + simulation.jitter(MAX_LATENCY_NANOS)
              + delayMillis * NANOS_PER_MILLI;
      return delayMillis == 0 ? Math.max(arrival, lastNanos) : arrival;
    }

    private void deliver(long atNanos, Runnable receipt) {
      simulation.after(
          atNanos - simulation.nowNanos(),
          () -> {
            if (!broken) {
              receipt.run();
            }
          });
    }

    private void receiveAtServer(Frame frame) {
      if (frame instanceof Frame.OfRequest request) {
        serve(request.id(), request.remainingMillis(), request.request());
      } else if (frame instanceof Frame.OfNotice notice) {
        listener.handler().handle(notice.notice(), this);
      }
    }

    private <R extends Result> void serve(long id, int remainingMillis, Request<R> request) {
      long deadline = listener.process().clock().nanos() + remainingMillis * NANOS_PER_MILLI;
      ServerSide<R> exchange = new ServerSide<>(this, id, request.opcode(), deadline);
      unanswered.add(exchange);
      listener.handler().handle(request, exchange);
    }

    private void receiveAtClient(Frame frame) {
      if (frame instanceof Frame.OfAnswer answer) {
        Call<?> call = calls.remove(answer.id());
        if (call != null) {
          call.receive(answer.answer());
        }
      } else if (frame instanceof Frame.OfNotice notice) {
        client.notices.accept(
            notice.notice(), reply -> toServer(new Frame.OfNotice(reply), "NOTICE"));
      }
    }

    @Override
    public long clientId() {
      return client.clientId;
    }

    @Override
    public void send(Notice notice) {
      if (!broken) {
        toClient(new Frame.OfNotice(notice), "NOTICE");
      }
    }

    @Override
    public String address() {
      return client.process.name();
    }
  }

  private static byte[] encode(FrameCodec codec, Frame frame) {
    ByteBuf out = Unpooled.buffer();
    codec.encode(frame, out);
    byte[] bytes = new byte[out.readableBytes()];
    out.readBytes(bytes);
    if (frame instanceof Frame.OfRequest request) {
      Payload.releaseOf(request.request());
    } else if (frame instanceof Frame.OfAnswer answer) {
      Payload.releaseOf(answer.answer());
    }
    return bytes;
  }

  private static Frame decode(FrameCodec codec, byte[] bytes) {
    Frame frame = codec.decode(Unpooled.wrappedBuffer(bytes));
    if (frame == null) {
      throw new AssertionError("a frame is not all there");
    }
    return frame;
  }

  /**
   * Sometimes lets a message arrive during a commit batch: batches take no simulated time, but
   * receiving threads do not wait for them.
   */
  private void arriveMeanwhile(SimulatedProcess server) {
    SortedSet<Receipt> due = arriving.getOrDefault(server.name(), Collections.emptySortedSet());
    while (!due.isEmpty()
        && due.first().atNanos - simulation.nowNanos() < TURN_NANOS
        && simulation.random().nextBoolean()) {
      Receipt receipt = due.first();
      if (receipt.connection.broken) {
        due.remove(receipt);
      } else {
        receipt.run();
      }
    }
  }

  /** The arrival of a message at a server; happens once. */
  private final class Receipt implements Runnable, Comparable<Receipt> {
    private final Connection connection;
    private final long atNanos;
    private final long number = ++receipts;
    private final Runnable action;

    Receipt(Connection connection, long atNanos, Runnable action) {
      this.connection = connection;
      this.atNanos = atNanos;
      this.action = action;
    }

    @Override
    public void run() {
      if (arriving
          .getOrDefault(connection.listener.process().name(), new TreeSet<>())
          .remove(this)) {
        action.run();
      }
    }

    @Override
    public int compareTo(Receipt other) {
      int byTime = Long.compare(atNanos, other.atNanos);
      return byTime != 0 ? byTime : Long.compare(number, other.number);
    }
  }

  /** A request as the client knows it. */
  private static final class Call<R extends Result> {
    final Request<R> request;
    final CompletableFuture<Answer<R>> answer = new CompletableFuture<>();
    @Nullable Runnable expiry;

    Call(Request<R> request) {
      this.request = request;
    }

    @SuppressWarnings("unchecked") // the codec decoded it as the opcode's
    void receive(Answer<?> given) {
      cancelExpiry();
      answer.complete((Answer<R>) given);
    }

    void lose(Endpoint server) {
      cancelExpiry();
      answer.completeExceptionally(
          ErrorCode.EIO.exception("the connection to " + server + " broke"));
    }

    private void cancelExpiry() {
      if (expiry != null) {
        expiry.run();
      }
    }
  }

  /** A request as the server knows it. */
  private final class ServerSide<R extends Result> implements Exchange<R> {
    private final Connection connection;
    private final long id;
    private final Opcode<R> opcode;
    private final long deadlineNanos;
    private boolean answered;

    ServerSide(Connection connection, long id, Opcode<R> opcode, long deadlineNanos) {
      this.connection = connection;
      this.id = id;
      this.opcode = opcode;
      this.deadlineNanos = deadlineNanos;
    }

    @Override
    public void answer(Answer<R> answer) {
      if (answered) {
        throw new IllegalStateException(this + " is answered a second time");
      }
      answered = true;
      unanswered.remove(this);
      if (!connection.broken) {
        connection.toClient(new Frame.OfAnswer(id, opcode, answer), opcode + " ANSWER");
      }
    }

    boolean isForgotten() {
      SimulatedProcess server = connection.listener.process();
      return server.isAlive() && server.clock().nanos() - deadlineNanos > FORGOTTEN_AFTER_NANOS;
    }

    @Override
    public Peer peer() {
      return connection;
    }

    /** Called when a lane reaches the request. */
    @Override
    public long deadlineNanos() {
      arriveMeanwhile(connection.listener.process());
      return deadlineNanos;
    }

    @Override
    public String toString() {
      return opcode
          + " from "
          + connection.address()
          + " at "
          + connection.listener.process().name();
    }
  }
}
