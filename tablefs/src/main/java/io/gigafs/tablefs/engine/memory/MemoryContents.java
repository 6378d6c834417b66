package io.gigafs.tablefs.engine.memory;

import io.gigafs.tablefs.engine.Slice;
import io.gigafs.tablefs.engine.WriteRecords;
import io.gigafs.tablefs.schema.Family;
import java.util.EnumMap;
import java.util.Map;

/** All families at one moment. Immutable. */
final class MemoryContents {
  static final MemoryContents NONE = new MemoryContents(new EnumMap<>(Family.class));

  private final Map<Family, RowTree> families;

  private MemoryContents(Map<Family, RowTree> families) {
    this.families = families;
  }

  RowTree rows(Family family) {
    return families.getOrDefault(family, RowTree.NONE);
  }

  MemoryContents with(WriteRecords records) {
    Changes changes = new Changes(new EnumMap<>(families));
    records.forEach(changes);
    return new MemoryContents(changes.families);
  }

  private record Changes(EnumMap<Family, RowTree> families) implements WriteRecords.Visitor {
    @Override
    public void put(Family family, Slice key, Slice value) {
      families.put(family, rows(family).with(key.toByteArray(), value.toByteArray()));
    }

    @Override
    public void delete(Family family, Slice key) {
      families.put(family, rows(family).without(key.toByteArray()));
    }

    @Override
    public void deleteRange(Family family, Slice first, Slice end) {
      families.put(family, rows(family).withoutRange(first.toByteArray(), end.toByteArray()));
    }

    private RowTree rows(Family family) {
      return families.getOrDefault(family, RowTree.NONE);
    }
  }
}
