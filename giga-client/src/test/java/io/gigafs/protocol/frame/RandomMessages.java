package io.gigafs.protocol.frame;

import static java.util.stream.Collectors.toSet;

import io.gigafs.access.Acl;
import io.gigafs.cluster.ClusterSettings;
import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.ClusterView.SlotMove;
import io.gigafs.cluster.Endpoint;
import io.gigafs.cluster.ServerId;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.cluster.SlotTable;
import io.gigafs.cluster.VolumeInfo;
import io.gigafs.cluster.VolumeSettings;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.NameList;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.PartitionMap;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.Limits;
import io.gigafs.protocol.Notice;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Payload;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.bulk.BulkCreateResult;
import io.gigafs.protocol.bulk.CreateRequest;
import io.gigafs.protocol.bulk.NewFiles;
import io.gigafs.protocol.bulk.ReadFilesRequest;
import io.gigafs.protocol.bulk.ReadFilesResult;
import io.gigafs.protocol.bulk.RestoreEntriesRequest;
import io.gigafs.protocol.bulk.RestoredEntry;
import io.gigafs.protocol.bulk.WriteFilesRequest;
import io.gigafs.protocol.cache.BlockPermit;
import io.gigafs.protocol.cache.CachedBlock;
import io.gigafs.protocol.cache.ReadCachedBlockRequest;
import io.gigafs.protocol.data.DataChunk;
import io.gigafs.protocol.file.DataWrite;
import io.gigafs.protocol.lease.DelegateResult;
import io.gigafs.protocol.lease.DelegatedCreatesRequest;
import io.gigafs.protocol.lease.DelegatedUnlinksRequest;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.protocol.namespace.LookupResult;
import io.gigafs.protocol.namespace.SumRequest;
import io.gigafs.volume.DataLocation;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Generates frames with random values. Records are filled by the types and names of their
 * components, so that new messages are covered automatically.
 */
public final class RandomMessages {
  private static final Set<String> NOT_NEGATIVE =
      Set.of(
          "slot",
          "slots",
          "file",
          "files",
          "leaseMillis",
          "maxBytes",
          "delayMillis",
          "waitMillis",
          "copied",
          "volume",
          "links",
          "length");

  /** Components with non-negative 63-bit values. */
  private static final Set<String> SIZES =
      Set.of(
          "size",
          "holes",
          "offset",
          "maxEntries",
          "maxBytes",
          "entries",
          "directories",
          "bytes",
          "placed",
          "quotaCount");

  private final Random random;

  /** Inodes of the server that messages refer to; empty for any. */
  private final List<InodeId> known;

  public RandomMessages(long seed) {
    this(seed, List.of());
  }

  /** Messages that mostly refer to these directories. */
  RandomMessages(long seed, List<InodeId> known) {
    this.random = new Random(seed);
    this.known = known;
  }

  /** All operations. */
  public static List<Opcode<?>> opcodes() {
    return Opcodes.all();
  }

  /** A request or result of a type. */
  public Object message(Class<?> type) {
    return value(type, "");
  }

  Frame request(Opcode<?> opcode) {
    return new Frame.OfRequest(
        random.nextLong(), natural(), (Request<?>) value(opcode.request().type(), ""));
  }

  /** One answer of each status. */
  List<Frame> answers(Opcode<?> opcode) {
    List<Answer<Result>> answers =
        List.of(
            new Answer.Done<>(result(opcode)),
            new Answer.Failed<>(pick(ErrorCode.values()), text()),
            new Answer.Split<>(map()),
            new Answer.Moved<>(view()),
            new Answer.Retry<>(natural(), text()));
    List<Frame> frames = new ArrayList<>();
    for (Answer<Result> answer : answers) {
      frames.add(new Frame.OfAnswer(random.nextLong(), opcode, answer));
    }
    return frames;
  }

  private Result result(Opcode<?> opcode) {
    Result result = (Result) value(opcode.result().type(), "");
    return opcode == CreateRequest.OPCODE ? withAttributes((BulkCreateResult) result) : result;
  }

  private BulkCreateResult withAttributes(BulkCreateResult result) {
    return new BulkCreateResult(
        result.outcomes(),
        result.inodes(),
        random.nextBoolean() ? (NewFiles) value(NewFiles.class, "") : null,
        random.nextBoolean()
            ? List.of((FileAttributes) value(FileAttributes.class, ""))
            : List.of(),
        result.map(),
        result.others());
  }

  List<Frame> notices() {
    return List.of(
        new Frame.OfNotice(
            new Notice.LeaseRecalled(random.nextLong(), new InodeId(random.nextLong()), name())),
        new Frame.OfNotice(
            new Notice.DelegationRecalled(
                random.nextLong(),
                new InodeId(random.nextLong()),
                new PartitionIndex(random.nextInt(1 << 16)))),
        new Frame.OfNotice(new Notice.LeaseReturned(random.nextLong())));
  }

  /** All kinds of frames except hellos. */
  List<Frame> all() {
    List<Frame> frames = new ArrayList<>(notices());
    frames.add(Frame.Ping.INSTANCE);
    frames.add(Frame.Pong.INSTANCE);
    for (Opcode<?> opcode : Opcodes.all()) {
      frames.add(request(opcode));
      frames.addAll(answers(opcode));
    }
    return frames;
  }

  List<Frame> hellos() {
    return List.of(
        new Frame.ClientHello(
            random.nextInt(9),
            random.nextInt(9),
            pick(Frame.Role.values()),
            random.nextLong(),
            random.nextBoolean() ? uuid() : null,
            Limits.MIN_FRAME_BYTES + random.nextInt(1 << 20)),
        new Frame.ServerHello(
            random.nextInt(9),
            uuid(),
            text(),
            Limits.MIN_FRAME_BYTES + random.nextInt(1 << 20),
            text()),
        new Frame.Refusal(text()));
  }

  private Object value(Class<?> type, String name) {
    if (!known.isEmpty() && random.nextInt(8) > 0) {
      if (type == InodeId.class) {
        return known.get(random.nextInt(known.size()));
      } else if (type == PartitionIndex.class) {
        return PartitionIndex.ZEROTH;
      } else if (type == Name.class) {
        return Name.of("n" + random.nextInt(20));
      } else if (type == Caller.class) {
        return random.nextBoolean() ? Caller.ROOT : new Caller(1_000, 1_000);
      } else if (type == Sequence.class) {
        long number = 1L + random.nextInt(2_000);
        return new Sequence(number, Math.max(0, number - 1 - random.nextInt(500)));
      } else if (name.equals("waitMillis")) {
        return random.nextInt(50);
      } else if (type == long.class && Set.of("session", "handle", "number").contains(name)) {
        return (long) random.nextInt(4);
      }
    }
    if (type == int.class || type == Integer.class) {
      return integer(name);
    } else if ((type == long.class || type == Long.class) && SIZES.contains(name)) {
      return random.nextLong() >>> (1 + random.nextInt(62));
    } else if (type == long.class || type == Long.class) {
      return random.nextBoolean() ? random.nextLong() : random.nextInt(1000);
    } else if (type == boolean.class) {
      return random.nextBoolean();
    } else if (type == String.class) {
      return text();
    } else if (type == Payload.class) {
      return Payload.of(bytes(random.nextInt(100)));
    } else if (type == byte[].class && name.equals("key")) {
      return bytes(1 + random.nextInt(Limits.MAX_CACHE_KEY_BYTES));
    } else if (type == byte[].class) {
      return bytes(random.nextInt(100));
    } else if (type == Name.class) {
      return name();
    } else if (type == PartitionIndex.class) {
      return new PartitionIndex(random.nextInt(random.nextBoolean() ? 300 : 1 << 16));
    } else if (type == PartitionMap.class) {
      return map();
    } else if (type == ClusterView.class) {
      return view();
    } else if (type == ServerId.class) {
      return serverId();
    } else if (type == Caller.class) {
      return caller();
    } else if (type == Sequence.class) {
      long confirmed = random.nextLong() >>> (1 + random.nextInt(62));
      return new Sequence(confirmed + 1 + random.nextInt(1000), confirmed);
    } else if (type == AttributeChange.TimeChange.class) {
      return random.nextBoolean()
          ? AttributeChange.TimeChange.NOW
          : AttributeChange.TimeChange.to(random.nextLong());
    } else if (type == CreateRequest.class) {
      return creates();
    } else if (type == WriteFilesRequest.class) {
      return writeFiles();
    } else if (type == ReadFilesRequest.class) {
      CreateRequest like = bulk();
      return new ReadFilesRequest(
          like.directory(), like.partition(), like.caller(), like.names(), natural());
    } else if (type == ReadFilesResult.class) {
      return readFilesResult();
    } else if (type == URI.class) {
      return uri();
    } else if (type == DataLocation.class) {
      return new DataLocation(1 + random.nextInt(9), "d/x" + text());
    } else if (type == BlockPermit.class) {
      return permit();
    } else if (type == ReadCachedBlockRequest.class) {
      return cachedBlock();
    } else if (type == Acl.class) {
      return acl();
    } else if (type == CachedBlock.class && random.nextInt(4) == 0) {
      return CachedBlock.missing();
    } else if (type == CachedBlock.class) {
      return new CachedBlock(true, random.nextInt(), Payload.of(bytes(random.nextInt(100))));
    } else if (type == RestoreEntriesRequest.class) {
      return restore();
    } else if (type == BulkCreateResult.class) {
      return bulkResult();
    } else if (type == DelegateResult.class) {
      return random.nextBoolean() ? DelegateResult.refused(natural()) : delegated();
    } else if (type == DelegatedCreatesRequest.class) {
      return delegatedCreates();
    } else if (type == SumRequest.class) {
      return sum();
    } else if (type == DataWrite.class) {
      return new DataWrite(natural() - 1L, bytes(random.nextInt(100)));
    } else if (type == DelegatedUnlinksRequest.class) {
      return delegatedUnlinks();
    } else if (type.isEnum()) {
      return pick(type.getEnumConstants());
    } else if (type.isSealed()) {
      return value(pick(type.getPermittedSubclasses()), name);
    } else if (type == VolumeSettings.class) {
      return volumeSettings();
    } else if (type.isRecord()) {
      return record(type);
    }
    throw new AssertionError("no random value of " + type);
  }

  private BlockPermit permit() {
    return new BlockPermit(
        new DataLocation(1 + random.nextInt(9), "d/x" + text()),
        random.nextLong(),
        1 + (random.nextLong() >>> (1 + random.nextInt(62))),
        random.nextLong(),
        bytes(BlockPermit.SEAL_BYTES));
  }

  private ReadCachedBlockRequest cachedBlock() {
    BlockPermit permit = permit();
    int blockBytes = 1 << (12 + random.nextInt(9));
    long blocks = (permit.size() + blockBytes - 1) / blockBytes;
    int index = random.nextInt((int) Math.min(Integer.MAX_VALUE, blocks));
    return new ReadCachedBlockRequest(
        caller(), permit, blockBytes, index, random.nextLong(), random.nextLong());
  }

  private SumRequest sum() {
    SumRequest any = (SumRequest) record(SumRequest.class);
    boolean isAscending = any.from().compareTo(any.last()) <= 0;
    return new SumRequest(
        any.directory(),
        any.partition(),
        any.caller(),
        isAscending ? any.from() : any.last(),
        any.after(),
        isAscending ? any.last() : any.from());
  }

  private Object record(Class<?> type) {
    RecordComponent[] components = type.getRecordComponents();
    Class<?>[] types = new Class<?>[components.length];
    Object[] values = new Object[components.length];
    for (int i = 0; i < components.length; i++) {
      types[i] = components[i].getType();
      values[i] = component(components[i]);
    }
    try {
      return type.getDeclaredConstructor(types).newInstance(values);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(type + " of " + List.of(values), e);
    }
  }

  @SuppressWarnings("NullAway") // Null where the component is nullable.
  private Object component(RecordComponent component) {
    AnnotatedType annotated = component.getAnnotatedType();
    if (annotated.isAnnotationPresent(Nullable.class) && random.nextInt(3) == 0) {
      return null;
    }
    if (component.getType() == List.class) {
      Type element = ((ParameterizedType) component.getGenericType()).getActualTypeArguments()[0];
      List<Object> list = new ArrayList<>();
      for (int i = random.nextInt(5); i > 0; i--) {
        list.add(value((Class<?>) element, ""));
      }
      return list;
    }
    if (component.getType() == Map.class) {
      Map<String, Long> map = new HashMap<>();
      for (int i = random.nextInt(5); i > 0; i--) {
        map.put(text(), random.nextLong());
      }
      return map;
    }
    return value(component.getType(), component.getName());
  }

  private int integer(String name) {
    if (name.equals("marks")) {
      return random.nextInt(Limits.KNOWN_MARKS + 1);
    } else if (name.equals("flags")) {
      return random.nextInt(4);
    } else if (name.equals("mode")) {
      return random.nextInt(1 << 12);
    } else if (name.equals("depth")) {
      return random.nextInt(PartitionIndex.MAX_DEPTH + 1);
    } else if (name.equals("index")) {
      return random.nextInt(100) - 1;
    } else if (name.equals("maxBytes")) {
      return 1 + random.nextInt(CachedBlock.MAX_BYTES);
    } else if (name.equals("length")) {
      return random.nextInt(DataChunk.MAX_BYTES + 1);
    } else if (NOT_NEGATIVE.contains(name)) {
      return natural();
    }
    return random.nextBoolean() ? random.nextInt() : random.nextInt(1000);
  }

  private int natural() {
    return random.nextInt(Integer.MAX_VALUE) >>> random.nextInt(31);
  }

  /** Ascending numbers above the confirmed one. */
  private long[] numbers(long confirmed) {
    long[] numbers = new long[random.nextInt(20)];
    long number = confirmed;
    for (int i = 0; i < numbers.length; i++) {
      number += 1 + random.nextInt(3);
      numbers[i] = number;
    }
    return numbers;
  }

  private Acl acl() {
    List<Acl.Named> users = named();
    List<Acl.Named> groups = named();
    boolean hasMask = users.size() + groups.size() > 0 || random.nextBoolean();
    int mask = hasMask ? random.nextInt(8) : Acl.NO_MASK;
    return new Acl(random.nextInt(8), users, random.nextInt(8), groups, mask, random.nextInt(8));
  }

  private List<Acl.Named> named() {
    List<Acl.Named> named = new ArrayList<>();
    int id = random.nextInt(1000);
    for (int i = random.nextInt(4); i > 0; i--) {
      named.add(new Acl.Named(id, random.nextInt(8)));
      id += 1 + random.nextInt(1_000_000);
    }
    return named;
  }

  private RestoreEntriesRequest restore() {
    long confirmed = random.nextInt(1000);
    long[] numbers = numbers(confirmed);
    List<RestoredEntry> entries = new ArrayList<>();
    for (int i = 0; i < numbers.length; i++) {
      entries.add((RestoredEntry) value(RestoredEntry.class, ""));
    }
    return new RestoreEntriesRequest(
        new InodeId(random.nextLong()),
        new PartitionIndex(random.nextInt(1 << 16)),
        caller(),
        confirmed,
        numbers,
        entries);
  }

  private CreateRequest bulk() {
    long confirmed = random.nextInt(1000);
    long[] numbers = numbers(confirmed);
    List<Name> names = new ArrayList<>();
    for (int i = 0; i < numbers.length; i++) {
      names.add(name());
    }
    return new CreateRequest(
        new InodeId(random.nextLong()),
        new PartitionIndex(random.nextInt(1 << 16)),
        caller(),
        confirmed,
        numbers,
        NameList.of(names),
        null,
        random.nextInt(1 << 12),
        random.nextBoolean(),
        false);
  }

  private CreateRequest creates() {
    CreateRequest like = bulk();
    PartitionIndex[] partitions = new PartitionIndex[like.numbers().length];
    Arrays.setAll(partitions, i -> new PartitionIndex(random.nextInt(1 << 16)));
    return new CreateRequest(
        like.directory(),
        like.partition(),
        like.caller(),
        like.confirmed(),
        like.numbers(),
        like.names(),
        random.nextBoolean() ? partitions : null,
        like.mode(),
        like.exclusive(),
        random.nextBoolean());
  }

  private DelegateResult delegated() {
    return new DelegateResult(
        1 + natural(),
        natural(),
        natural(),
        random.nextLong(),
        random.nextLong(),
        natural(),
        random.nextLong(),
        random.longs(random.nextInt(20)).toArray());
  }

  private DelegatedCreatesRequest delegatedCreates() {
    CreateRequest like = bulk();
    DelegatedCreatesRequest.File[] files = new DelegatedCreatesRequest.File[like.numbers().length];
    for (int i = 0; i < files.length; i++) {
      boolean isOpen = random.nextBoolean();
      files[i] =
          new DelegatedCreatesRequest.File(
              random.nextInt(1 << 12),
              random.nextLong(),
              random.nextLong(),
              isOpen ? 1 + natural() : 0,
              isOpen && random.nextBoolean(),
              isOpen && random.nextBoolean(),
              isOpen && random.nextBoolean());
    }
    return new DelegatedCreatesRequest(
        like.directory(),
        like.partition(),
        like.caller(),
        like.confirmed(),
        like.numbers(),
        like.names(),
        files,
        random.nextLong());
  }

  private DelegatedUnlinksRequest delegatedUnlinks() {
    CreateRequest like = bulk();
    return new DelegatedUnlinksRequest(
        like.directory(),
        like.partition(),
        like.caller(),
        like.confirmed(),
        like.numbers(),
        like.names(),
        random.longs(like.numbers().length).toArray(),
        random.longs(like.numbers().length).toArray());
  }

  private WriteFilesRequest writeFiles() {
    CreateRequest like = bulk();
    return new WriteFilesRequest(
        like.directory(),
        like.partition(),
        like.caller(),
        like.confirmed(),
        like.numbers(),
        like.names(),
        like.names().stream().map(name -> bytes(random.nextInt(100))).toList(),
        like.mode(),
        like.exclusive());
  }

  private ReadFilesResult readFilesResult() {
    List<ReadFilesResult.Outcome> outcomes = new ArrayList<>();
    for (int i = random.nextInt(20); i > 0; i--) {
      outcomes.add((ReadFilesResult.Outcome) value(ReadFilesResult.Outcome.class, ""));
    }
    return new ReadFilesResult(outcomes, random.nextBoolean() ? map() : null);
  }

  private BulkCreateResult bulkResult() {
    int[] outcomes = new int[random.nextInt(20)];
    long[] inodes = new long[outcomes.length];
    for (int i = 0; i < outcomes.length; i++) {
      outcomes[i] =
          switch (random.nextInt(3)) {
            case 0 -> BulkCreateResult.ELSEWHERE;
            case 1 -> pick(ErrorCode.values()).number();
            default -> 0;
          };
      inodes[i] = outcomes[i] == 0 ? random.nextLong() : 0;
    }
    return new BulkCreateResult(
        outcomes,
        inodes,
        null,
        List.of(),
        random.nextBoolean() ? map() : null,
        random.nextBoolean() ? random.nextLong() : LookupResult.NOT_TO_BE_KEPT);
  }

  private Caller caller() {
    int[] groups = new int[random.nextInt(3) == 0 ? random.nextInt(40) : 0];
    for (int i = 0; i < groups.length; i++) {
      groups[i] = random.nextInt();
    }
    return new Caller(random.nextInt(), random.nextInt(1000), groups);
  }

  private Name name() {
    byte[] bytes = bytes(1 + random.nextInt(random.nextInt(10) == 0 ? Name.MAX_BYTES : 20));
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] == 0 || bytes[i] == '/' || bytes[i] == '.') {
        bytes[i] = 'x';
      }
    }
    return Name.of(bytes);
  }

  private PartitionMap map() {
    PartitionMap map = PartitionMap.UNSPLIT;
    for (int i = random.nextInt(30); i > 0; i--) {
      PartitionIndex split = map.indexOf(random.nextLong());
      if (map.partition(split).canSplit()) {
        map = map.with(map.partition(split).child().index());
      }
    }
    return map;
  }

  private ClusterView view() {
    List<ServerInfo> servers = new ArrayList<>();
    for (int i = 1 + random.nextInt(5); i > 0; i--) {
      servers.add(
          new ServerInfo(
              new ServerId("s" + i),
              new Endpoint("10.0.0." + i, random.nextInt(1 << 16)),
              random.nextBoolean() ? 0 : random.nextLong() >>> 1));
    }
    int[] owners = new int[1 << random.nextInt(8)];
    for (int i = 0; i < owners.length; i++) {
      owners[i] = random.nextInt(servers.size());
    }
    List<SlotMove> moves = new ArrayList<>();
    for (int slot = 0; slot < owners.length; slot++) {
      ServerInfo from = servers.get(random.nextInt(servers.size()));
      if (random.nextInt(8) == 0 && !servers.get(owners[slot]).equals(from)) {
        moves.add(new SlotMove(slot, from.id(), random.nextLong()));
      }
    }
    Set<ServerId> draining =
        servers.stream().map(ServerInfo::id).filter(id -> random.nextBoolean()).collect(toSet());
    return new ClusterView(
        uuid(),
        random.nextLong(),
        new ClusterSettings(
            2 + random.nextInt(10_000),
            random.nextInt(ClusterSettings.MAX_INLINE_LIMIT + 1),
            random.nextBoolean() ? "" : "/pan/transfers" + random.nextInt(9)),
        servers,
        SlotTable.of(owners),
        moves,
        draining,
        random.nextBoolean()
            ? List.of(
                new VolumeInfo(3, uri(), pick(VolumeInfo.State.values())).with(volumeSettings()))
            : List.of(),
        4 + random.nextInt(9));
  }

  private VolumeSettings volumeSettings() {
    return new VolumeSettings(
        random.nextBoolean() ? "group-" + natural() : null,
        random.nextBoolean() ? 1 + random.nextInt(VolumeInfo.MAX_WEIGHT) : null);
  }

  private URI uri() {
    return URI.create("posix:///volume" + natural());
  }

  private ServerId serverId() {
    return new ServerId("s" + natural());
  }

  private UUID uuid() {
    return new UUID(random.nextLong(), random.nextLong());
  }

  private String text() {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(20); i > 0; i--) {
      text.appendCodePoint(pick(new Integer[] {0x41, 0x20, 0xe4, 0x20ac, 0x1f600}));
    }
    return text.toString();
  }

  private byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  private <T> T pick(T[] values) {
    return values[random.nextInt(values.length)];
  }
}
