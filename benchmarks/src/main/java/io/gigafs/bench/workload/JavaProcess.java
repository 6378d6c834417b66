package io.gigafs.bench.workload;

import com.sun.management.ThreadMXBean;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Measures the JVM of another process of this machine and user through JMX. Not thread-safe. */
public final class JavaProcess implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(JavaProcess.class);
  private static final String DIAGNOSTICS = "com.sun.management:type=DiagnosticCommand";
  private static final Pattern TOTAL = Pattern.compile("Total:.*?committed=(\\d+)KB");
  private static final Pattern HEAP = Pattern.compile("Java Heap \\(.*?committed=(\\d+)KB");

  static {
    // Timeout of an answer, milliseconds, read once by the first connection. The default is
    // infinite.
    System.setProperty("sun.rmi.transport.tcp.responseTimeout", "60000");
  }

  private final JMXConnector connector;
  private final MBeanServerConnection server;

  private JavaProcess(JMXConnector connector) throws IOException {
    this.connector = connector;
    this.server = connector.getMBeanServerConnection();
  }

  /** The JVM option that a process needs for measurements of native memory. */
  public static String option() {
    return "-XX:NativeMemoryTracking=summary";
  }

  /**
   * Connects to a process.
   *
   * @throws IOException if it does not exist or cannot be attached to
   */
  // The answers are from a process that this one has started.
  @SuppressWarnings("BanJNDI")
  public static JavaProcess attach(long pid) throws IOException {
    try {
      VirtualMachine machine = VirtualMachine.attach(Long.toString(pid));
      try {
        JMXServiceURL address = new JMXServiceURL(machine.startLocalManagementAgent());
        return new JavaProcess(JMXConnectorFactory.connect(address));
      } finally {
        machine.detach();
      }
    } catch (AttachNotSupportedException e) {
      throw new IOException("process " + pid + " does not permit attaching: " + e.getMessage(), e);
    }
  }

  /** Runs a full garbage collection. */
  public void collect() throws IOException {
    invoke(ManagementFactory.MEMORY_MXBEAN_NAME, "gc", new Object[0], new String[0]);
  }

  /**
   * Heap allocations of the process's current threads since they began, bytes. Threads that have
   * ended are not counted, so this is useful only if the measured work runs in long-lived threads.
   */
  public long allocatedBytes() throws IOException {
    ThreadMXBean threads =
        ManagementFactory.newPlatformMXBeanProxy(
            server, ManagementFactory.THREAD_MXBEAN_NAME, ThreadMXBean.class);
    return LongStream.of(threads.getThreadAllocatedBytes(threads.getAllThreadIds()))
        .filter(bytes -> bytes > 0)
        .sum();
  }

  /** JVM memory outside the heap, for threads, code, classes and buffers: KiB. */
  public long nativeKibibytes() throws IOException {
    String said = nativeMemory("summary");
    return number(said, TOTAL) - number(said, HEAP);
  }

  /** Sets the baseline of {@link #nativeMemorySince}. */
  public void beginNativeMemory() throws IOException {
    nativeMemory("baseline");
  }

  /** JVM memory by category, with the difference to the baseline; for people. */
  public String nativeMemorySince() throws IOException {
    return nativeMemory("summary.diff");
  }

  private String nativeMemory(String what) throws IOException {
    Object[] arguments = {new String[] {what}};
    String[] types = {String[].class.getName()};
    return String.valueOf(invoke(DIAGNOSTICS, "vmNativeMemory", arguments, types));
  }

  private Object invoke(String bean, String operation, Object[] arguments, String[] types)
      throws IOException {
    try {
      return server.invoke(new ObjectName(bean), operation, arguments, types);
    } catch (JMException e) {
      throw new IOException("cannot invoke " + operation + ": " + e.getMessage(), e);
    }
  }

  private static long number(String text, Pattern pattern) throws IOException {
    Matcher found = pattern.matcher(text);
    if (!found.find()) {
      throw new IOException("unexpected output of Java's native memory tracking: " + text.strip());
    }
    return Long.parseLong(found.group(1));
  }

  @Override
  public void close() {
    try {
      connector.close();
    } catch (IOException e) {
      // The process has ended. The last call has already reported that.
      LOG.debug("the connection to a process had ended", e);
    }
  }
}
