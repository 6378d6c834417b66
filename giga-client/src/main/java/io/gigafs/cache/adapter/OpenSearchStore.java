package io.gigafs.cache.adapter;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.message.BasicHeader;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;
import org.opensearch.client.json.jackson.JacksonJsonpMapper;
import org.opensearch.client.opensearch.OpenSearchClient;
import org.opensearch.client.opensearch._types.OpenSearchException;
import org.opensearch.client.opensearch._types.Time;
import org.opensearch.client.opensearch._types.mapping.DynamicMapping;
import org.opensearch.client.opensearch.core.GetResponse;
import org.opensearch.client.opensearch.core.SearchResponse;
import org.opensearch.client.opensearch.core.search.Hit;
import org.opensearch.client.opensearch.indices.TranslogDurability;
import org.opensearch.client.opensearch.indices.stats.AllIndicesStats;
import org.opensearch.client.opensearch.indices.stats.IndexStats;
import org.opensearch.client.transport.OpenSearchTransport;
import org.opensearch.client.transport.httpclient5.ApacheHttpClient5TransportBuilder;

/**
 * An index of OpenSearch through its Java client: a document for each value, with the bytes in
 * Base64. A missing index is created without replicas and with asynchronous translog sync, because
 * a cache may lose its contents.
 */
final class OpenSearchStore implements ForeignStore {
  private static final int DEFAULT_PORT = 9200;

  /** In Base64 and with the rest of its request this is below a server's limit of 100 MiB. */
  private static final int MAX_VALUE_BYTES = 64 << 20;

  private static final int PAGE = 1000;
  private static final Time SCROLL = Time.of(time -> time.time("1m"));
  private static final String LENGTH = "length";

  private final StoreAddress address;
  private final OpenSearchTransport transport;
  private final OpenSearchClient client;
  private final String index;

  /**
   * A value, as JSON.
   *
   * @param bytes null if only the length was requested
   */
  record Document(byte @Nullable [] bytes, int length) {}

  private OpenSearchStore(StoreAddress address, OpenSearchTransport transport) {
    this.address = address;
    this.transport = transport;
    this.client = new OpenSearchClient(transport);
    this.index = address.path();
  }

  static OpenSearchStore open(StoreAddress address) throws IOException {
    if (address.path().isEmpty()) {
      throw new IllegalArgumentException(address + ": the path of the URI names no index");
    }
    OpenSearchStore store = new OpenSearchStore(address, transport(address));
    try {
      store.makeIndex();
      return store;
    } catch (IOException e) {
      store.close();
      throw e;
    }
  }

  private static OpenSearchTransport transport(StoreAddress address) {
    Timeout timeout = timeout(address.timeout());
    HttpHost host =
        new HttpHost(
            address.isSecure() ? "https" : "http", address.host(), address.port(DEFAULT_PORT));
    return ApacheHttpClient5TransportBuilder.builder(host)
        .setMapper(new JacksonJsonpMapper(new ObjectMapper()))
        .setDefaultHeaders(credentials(address))
        .setRequestConfigCallback(
            config -> config.setResponseTimeout(timeout).setConnectionRequestTimeout(timeout))
        .setConnectionConfigCallback(
            config ->
                ConnectionConfig.copy(config.build())
                    .setConnectTimeout(timeout(address.connectTimeout()))
                    .setSocketTimeout(timeout))
        .build();
  }

  private static Timeout timeout(Duration duration) {
    return Timeout.ofMilliseconds(duration.toMillis());
  }

  private static Header[] credentials(StoreAddress address) {
    if (address.user() == null) {
      return new Header[0];
    }
    String pair = address.user() + ":" + (address.password() == null ? "" : address.password());
    return new Header[] {
      new BasicHeader(
          "Authorization",
          "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8)))
    };
  }

  private void makeIndex() throws IOException {
    Boolean isThere =
        called(() -> client.indices().exists(request -> request.index(index)).value());
    if (isThere) {
      return;
    }
    try {
      client
          .indices()
          .create(
              request ->
                  request
                      .index(index)
                      .settings(
                          settings ->
                              settings
                                  .numberOfReplicas(0)
                                  .translog(
                                      log ->
                                          log.durability(TranslogDurability.Async)
                                              .syncInterval(Time.of(time -> time.time("5s")))))
                      .mappings(
                          mappings ->
                              mappings
                                  .dynamic(DynamicMapping.Strict)
                                  .properties(
                                      "bytes",
                                      property ->
                                          property.binary(binary -> binary.docValues(false)))
                                  .properties(
                                      LENGTH, property -> property.integer(integer -> integer))));
    } catch (OpenSearchException e) {
      if (!"resource_already_exists_exception".equals(e.error().type())) {
        throw failure(e);
      }
    } catch (IOException e) {
      throw failure(e);
    }
  }

  @Override
  public int maxValueBytes() {
    return MAX_VALUE_BYTES;
  }

  @Override
  public boolean put(String key, byte[] value) throws IOException {
    called(
        () ->
            client.index(
                request ->
                    request.index(index).id(key).document(new Document(value, value.length))));
    return true;
  }

  @Override
  public byte @Nullable [] get(String key) throws IOException {
    GetResponse<Document> response =
        called(() -> client.get(request -> request.index(index).id(key), Document.class));
    Document document = response.found() ? response.source() : null;
    return document == null ? null : document.bytes();
  }

  @Override
  public boolean contains(String key) throws IOException {
    return called(() -> client.exists(request -> request.index(index).id(key)).value());
  }

  @Override
  public void remove(String key) throws IOException {
    called(() -> client.delete(request -> request.index(index).id(key)));
  }

  @Override
  public void scan(Visitor visitor) throws IOException {
    refresh();
    SearchResponse<Document> first =
        called(
            () ->
                client.search(
                    request ->
                        request
                            .index(index)
                            .scroll(SCROLL)
                            .size(PAGE)
                            .source(source -> source.filter(filter -> filter.includes(LENGTH))),
                    Document.class));
    String scroll = first.scrollId();
    List<Hit<Document>> hits = first.hits().hits();
    while (!hits.isEmpty()) {
      visit(hits, visitor);
      String from = scroll;
      var next =
          called(
              () ->
                  client.scroll(request -> request.scrollId(from).scroll(SCROLL), Document.class));
      scroll = next.scrollId();
      hits = next.hits().hits();
    }
    String last = scroll;
    called(() -> client.clearScroll(request -> request.scrollId(last)));
  }

  private static void visit(List<Hit<Document>> hits, Visitor visitor) throws IOException {
    for (Hit<Document> hit : hits) {
      Document document = hit.source();
      String key = hit.id();
      if (document != null && key != null && key.startsWith(BlockName.PREFIX)) {
        visitor.visit(key, document.length());
      }
    }
  }

  @Override
  public Size size() throws IOException {
    refresh();
    long documents = called(() -> client.count(request -> request.index(index))).count();
    return new Size(documents, storedBytes(), 0, 0, 0, 0);
  }

  private long storedBytes() throws IOException {
    AllIndicesStats all =
        called(() -> client.indices().stats(request -> request.index(index))).all();
    IndexStats stats = all.primaries();
    return stats == null || stats.store() == null ? 0 : stats.store().sizeInBytes();
  }

  private void refresh() throws IOException {
    called(() -> client.indices().refresh(request -> request.index(index)));
  }

  @Override
  public void save() throws IOException {
    called(() -> client.indices().flush(request -> request.index(index)));
  }

  @Override
  public void close() throws IOException {
    transport.close();
  }

  /** A call of the client. */
  private interface Call<T> {
    T call() throws IOException;
  }

  private <T> T called(Call<T> call) throws IOException {
    try {
      return call.call();
    } catch (IOException | OpenSearchException e) {
      throw failure(e);
    }
  }

  private IOException failure(Exception e) {
    return new IOException(address + ": OpenSearch failed: " + e.getMessage(), e);
  }
}
