package io.gigafs.bench.virtualcache;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;
import org.opensearch.client.json.jackson.JacksonJsonpMapper;
import org.opensearch.client.opensearch.OpenSearchClient;
import org.opensearch.client.opensearch._types.mapping.DynamicMapping;
import org.opensearch.client.opensearch.core.GetResponse;
import org.opensearch.client.transport.OpenSearchTransport;
import org.opensearch.client.transport.httpclient5.ApacheHttpClient5TransportBuilder;

/** OpenSearch through its Java client: a document for each value, with the bytes in Base64. */
final class OpenSearchTarget implements ComparedStore {
  private static final String INDEX = "values";

  private final OpenSearchTransport transport;
  private final OpenSearchClient client;

  /** A value, as JSON. */
  record Document(byte[] bytes) {}

  OpenSearchTarget(URI server, int timeoutMillis) throws IOException {
    Timeout timeout = Timeout.ofMilliseconds(timeoutMillis);
    this.transport =
        ApacheHttpClient5TransportBuilder.builder(
                new HttpHost("http", server.getHost(), server.getPort()))
            .setMapper(new JacksonJsonpMapper(new ObjectMapper()))
            .setRequestConfigCallback(config -> config.setResponseTimeout(timeout))
            .build();
    this.client = new OpenSearchClient(transport);
    if (!client.indices().exists(request -> request.index(INDEX)).value()) {
      client
          .indices()
          .create(
              request ->
                  request
                      .index(INDEX)
                      .settings(settings -> settings.numberOfReplicas(0))
                      .mappings(
                          mappings ->
                              mappings
                                  .dynamic(DynamicMapping.Strict)
                                  .properties(
                                      "bytes",
                                      property ->
                                          property.binary(binary -> binary.docValues(false)))));
    }
  }

  @Override
  public Session session() {
    return new OpenSearchSession(client);
  }

  @Override
  public void save() throws IOException {
    client.indices().flush(request -> request.index(INDEX));
  }

  @Override
  public void close() throws IOException {
    transport.close();
  }

  private static final class OpenSearchSession extends ArraySession {
    private final OpenSearchClient client;

    OpenSearchSession(OpenSearchClient client) {
      super("OpenSearch takes requests of 100 MiB at most, and values are in Base64");
      this.client = client;
    }

    @Override
    void put(String name, byte[] value) throws IOException {
      client.index(request -> request.index(INDEX).id(name).document(new Document(value)));
    }

    @Override
    byte @Nullable [] get(String name) throws IOException {
      GetResponse<Document> response =
          client.get(request -> request.index(INDEX).id(name), Document.class);
      Document document = response.found() ? response.source() : null;
      return document == null ? null : document.bytes();
    }

    @Override
    public void remove(String name) throws IOException {
      client.delete(request -> request.index(INDEX).id(name));
    }
  }
}
