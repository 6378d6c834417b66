package io.gigafs.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.cluster.ClusterChangeRequest;
import io.gigafs.protocol.cluster.StatusRequest;
import io.gigafs.protocol.data.VolumeChangeRequest;
import io.gigafs.protocol.namespace.LookupRequest;
import io.gigafs.server.SimulatedCluster.Setup;
import io.gigafs.server.context.RouteTable;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server has exactly one handler for each operation of the protocol that it serves. */
class RouteTableTest {
  /** Processed before the route table: changes of the cluster view, which wait for ZooKeeper. */
  private static final Set<Opcode<?>> CHANGES_OF_THE_VIEW =
      Set.of(ClusterChangeRequest.OPCODE, VolumeChangeRequest.OPCODE);

  /** Operations of a stand-alone cache. */
  private static final String OF_CACHES = "io.gigafs.protocol.cache.Cache";

  @TempDir Path directory;

  private RouteTable routes() throws Exception {
    return Setup.seeded(1).withServers(1, 4).start(directory).server(0).routes();
  }

  @Test
  void everyOperationOfServersHasAHandler() throws Exception {
    RouteTable routes = routes();
    Map<String, Opcode<?>> requests = requests();
    assertThat(requests).hasSizeGreaterThan(90);
    assertThat(requests)
        .allSatisfy(
            (request, opcode) ->
                assertThat(routes.hasRoute(opcode))
                    .isEqualTo(
                        !CHANGES_OF_THE_VIEW.contains(opcode) && !isOfStandAloneCache(request)));
  }

  private static boolean isOfStandAloneCache(String request) {
    return request.startsWith(OF_CACHES) && !request.endsWith("CachePermitRequest");
  }

  @Test
  void secondHandlerIsRefused() throws Exception {
    RouteTable routes = routes();
    assertThatIllegalStateException()
        .isThrownBy(() -> routes.here(StatusRequest.OPCODE, (request, exchange) -> {}))
        .withMessageContaining("two handlers");
  }

  @Test
  void takerNeedsAHandler() throws Exception {
    RouteTable routes = routes();
    assertThatIllegalStateException()
        .isThrownBy(
            () -> routes.offerFirst(ClusterChangeRequest.OPCODE, (request, exchange) -> true))
        .withMessageContaining("no handler");
    routes.offerFirst(LookupRequest.OPCODE, (request, exchange) -> false);
  }

  /** The operations of all request classes, by class name. */
  private static Map<String, Opcode<?>> requests() throws Exception {
    Map<String, Opcode<?>> requests = new TreeMap<>();
    List<JavaClass> classes =
        new ClassFileImporter()
            .importPackages("io.gigafs.protocol").stream()
                .filter(type -> type.isAssignableTo(Request.class) && !type.isInterface())
                .toList();
    for (JavaClass type : classes) {
      if (type.tryGetField("OPCODE").isPresent()) {
        requests.put(type.getName(), (Opcode<?>) type.getField("OPCODE").reflect().get(null));
      }
    }
    return requests;
  }
}
