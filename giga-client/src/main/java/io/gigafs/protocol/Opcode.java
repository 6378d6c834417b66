package io.gigafs.protocol;

import io.gigafs.protocol.Payload.Carrier;
import io.netty.buffer.Unpooled;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * An operation of the protocol: its number, and the codecs of its request and its result. Each
 * request declares its own, and a table in {@code io.gigafs.protocol.frame} lists all. Numbers
 * below 64 are for clients and servers, those from 64 on for requests between servers, those from
 * 112 on for caches and their clients. Immutable.
 *
 * @param <R> the type of the result
 */
public final class Opcode<R extends Result> {
  /** The exclusive upper bound of all numbers. */
  public static final int MAX_CODES = 128;

  /** The first number of requests between servers. */
  private static final int FIRST_BETWEEN_SERVERS = 64;

  /** The first number of cache operations, which any client may request. */
  private static final int FIRST_OF_CACHES = 112;

  private static final Map<Class<?>, Opcode<?>> DECLARED = new ConcurrentHashMap<>();

  /** Faster than the map, as each request is looked up several times. */
  private static final ClassValue<Opcode<?>> BY_REQUEST =
      new ClassValue<>() {
        @Override
        protected Opcode<?> computeValue(Class<?> type) {
          @Nullable Opcode<?> declared = DECLARED.get(type);
          if (declared == null) {
            throw new IllegalStateException(type + " declares no operation");
          }
          return declared;
        }
      };

  private final int code;
  private final String name;
  private final Codec<? extends Request<R>> request;
  private final Codec<R> result;

  private Opcode(int code, String name, Codec<? extends Request<R>> request, Codec<R> result) {
    this.code = code;
    this.name = name;
    this.request = request;
    this.result = result;
  }

  /** The operation with this number, whose requests and results have these codecs. */
  public static <R extends Result> Opcode<R> of(
      int code, String name, Codec<? extends Request<R>> request, Codec<R> result) {
    Opcode<R> opcode = new Opcode<>(code, name, request, result);
    if (DECLARED.putIfAbsent(request.type(), opcode) != null) {
      throw new IllegalStateException(request.type() + " declares two operations");
    }
    return opcode;
  }

  /**
   * The operation that a class of requests has declared.
   *
   * @throws IllegalStateException if there is none
   */
  static Opcode<?> ofRequests(Class<?> type) {
    return BY_REQUEST.get(type);
  }

  /** The number on the wire. */
  public int code() {
    return code;
  }

  /** Whether only servers may send it. */
  public boolean isBetweenServers() {
    return code >= FIRST_BETWEEN_SERVERS && code < FIRST_OF_CACHES;
  }

  /** Whether requests or results carry file data. */
  public boolean carriesData() {
    return bringsDataTo() || bringsDataBack();
  }

  /** Whether requests carry data of files or blocks. */
  public boolean bringsDataTo() {
    return Carrier.class.isAssignableFrom(request.type());
  }

  /** Whether answers carry data of files or blocks. */
  public boolean bringsDataBack() {
    return Carrier.class.isAssignableFrom(result.type());
  }

  public Codec<? extends Request<R>> request() {
    return request;
  }

  public Codec<R> result() {
    return result;
  }

  public void writeRequest(Request<?> body, WireWriter out) {
    request.writeObject(body, out);
  }

  public void writeResult(Result body, WireWriter out) {
    result.writeObject(body, out);
  }

  /**
   * Decodes a result that a {@code ResultWriter} wrote.
   *
   * @throws ProtocolException if the bytes are no such result
   */
  public R decodeResult(byte[] encoded) {
    WireReader in = new WireReader();
    in.reset(Unpooled.wrappedBuffer(encoded), encoded.length);
    return result.read(in);
  }

  @Override
  public String toString() {
    return name;
  }
}
