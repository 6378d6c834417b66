package io.gigafs.tablefs.engine.memory;

import io.gigafs.tablefs.engine.WriteRecords;
import io.gigafs.tablefs.schema.Family;
import java.util.EnumMap;
import java.util.Map;

/** All families at one moment. Immutable. */
final class Contents {
  static final Contents NONE = new Contents(new EnumMap<>(Family.class));

  private final Map<Family, Rows> families;

  private Contents(Map<Family, Rows> families) {
    this.families = families;
  }

  Rows rows(Family family) {
    return families.getOrDefault(family, Rows.NONE);
  }

  Contents with(WriteRecords records) {
    Changes changes = new Changes(new EnumMap<>(families));
    records.forEach(changes);
    return new Contents(changes.families);
  }

  private record Changes(EnumMap<Family, Rows> families) implements WriteRecords.Visitor {
    @Override
    public void put(Family family, byte[] key, byte[] value) {
      families.put(family, rows(family).with(key, value));
    }

    @Override
    public void delete(Family family, byte[] key) {
      families.put(family, rows(family).without(key));
    }

    @Override
    public void deleteRange(Family family, byte[] first, byte[] end) {
      families.put(family, rows(family).withoutRange(first, end));
    }

    private Rows rows(Family family) {
      return families.getOrDefault(family, Rows.NONE);
    }
  }
}
