package io.gigafs.server;

import io.gigafs.rpc.RpcClient;
import io.gigafs.tablefs.Store;
import io.gigafs.tablefs.engine.Engine;
import java.util.concurrent.Executor;

/** Puts bugs into the parts that a simulated server is made of. */
interface PlantedFault {
  /** Leaves everything as it should be. */
  PlantedFault NONE = new PlantedFault() {};

  default Engine engine(Engine real) {
    return real;
  }

  default Store store(Store real) {
    return real;
  }

  /** The server's way to other servers. */
  default RpcClient rpc(RpcClient real) {
    return real;
  }

  /** The threads that do what blocks. */
  default Executor background(Executor real) {
    return real;
  }
}
