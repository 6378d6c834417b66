package io.gigafs.server;

import io.gigafs.rpc.RpcClient;
import io.gigafs.tablefs.Store;
import io.gigafs.tablefs.engine.Engine;
import java.util.concurrent.Executor;

/** Plants faults in the parts of a simulated server. */
interface PlantedFault {
  /** Plants no fault. */
  PlantedFault NONE = new PlantedFault() {};

  default Engine engine(Engine real) {
    return real;
  }

  default Store store(Store real) {
    return real;
  }

  /** The server's client for other servers. */
  default RpcClient rpc(RpcClient real) {
    return real;
  }

  /** The threads for blocking work. */
  default Executor background(Executor real) {
    return real;
  }
}
