// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs.tck.defects;

import io.sennit.verbs.Access;
import io.sennit.verbs.MemoryRegion;
import io.sennit.verbs.OutOfRegisteredMemoryException;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongUnaryOperator;

/** Ways to be wrong about registered memory. */
final class MemoryDefects {
  private MemoryDefects() {}

  static List<Defect> all() {
    return List.of(
        dirty(),
        used(),
        pages(),
        anySize(),
        large(),
        silent(),
        inNameOnly(),
        sequence(),
        overlapping(),
        confined(),
        header());
  }

  private static Defect dirty() {
    return Defect.named("dirty-memory", "memory is handed out as it is")
        .regions(region -> {
          region.segment().fill((byte) 0x5a);
          return region;
        })
        .kills("allocatedMemoryIsZeroedAlignedAndOfTheSizeAskedFor");
  }

  private static Defect used() {
    return Defect.named("hands-on-used-memory", "what one wrote the next one reads")
        .regions(region -> {
          boolean used = region.domain().defect().regions().stream().anyMatch(r -> !r.isAlive());
          region.segment().fill((byte) (used ? 0x5a : 0));
          return region;
        })
        .kills("memoryThatWasGivenBackIsHandedOutZeroedAgain");
  }

  private static Defect pages() {
    return sizes(
            "hands-out-whole-pages",
            "a region is larger than asked for",
            bytes -> bytes > 0 && bytes < 4096 ? 4096 : bytes)
        .kills("allocatedMemoryIsZeroedAlignedAndOfTheSizeAskedFor");
  }

  private static Defect anySize() {
    return sizes("takes-any-size", "nothing or less is one byte", bytes -> Math.max(bytes, 1))
        .kills("sizesWithoutMeaningAreRefused");
  }

  private static Defect large() {
    return sizes(
            "cuts-sizes",
            "32 bits of the size are looked at",
            bytes -> bytes > 1 << 21 ? 4096 : bytes)
        .kills("moreThanTheDomainHasIsRefused");
  }

  private static Defect sizes(String name, String sentence, LongUnaryOperator change) {
    return Defect.named(name, sentence)
        .domains((inner, defect) -> new DefectiveDomain(inner, defect) {
          @Override
          public MemoryRegion allocate(long bytes, Set<Access> access) {
            return super.allocate(change.applyAsLong(bytes), access);
          }
        });
  }

  private static Defect silent() {
    return Defect.named("fails-without-a-sentence", "which limit was hit is not told")
        .domains((inner, defect) -> new DefectiveDomain(inner, defect) {
          @Override
          public MemoryRegion allocate(long bytes, Set<Access> access) {
            try {
              return super.allocate(bytes, access);
            } catch (OutOfRegisteredMemoryException e) {
              throw new OutOfRegisteredMemoryException("ENOMEM");
            }
          }
        })
        .kills("limitIsToldInASentenceAndEverythingBelowItCanBeHad");
  }

  private static Defect inNameOnly() {
    return Defect.named("deregisters-in-name-only", "the memory stays, and its place is lost")
        .regions(region -> new DefectiveRegion(region) {
          @Override
          public boolean deregister() {
            return true;
          }
        })
        .kills(
            "deregisteredSegmentThrowsOnAccess",
            "keyOfADeregisteredRegionIsRefused",
            "limitIsToldInASentenceAndEverythingBelowItCanBeHad");
  }

  private static Defect sequence() {
    AtomicInteger last = new AtomicInteger(1000);
    return Defect.named("numbers-keys-in-sequence", "the next key can be guessed")
        .regions(region -> new DefectiveRegion(region) {
          private final int key = last.incrementAndGet();

          @Override
          public int remoteKey() {
            return key;
          }
        })
        .kills("keysAreNotGuessableAndNotReusedSoon");
  }

  private static Defect overlapping() {
    return Defect.named("hands-out-memory-twice", "a region lies inside an older one")
        .regions(region -> region.domain().defect().regions().stream()
            .filter(older -> older.isAlive() && older.length() >= region.length())
            .findFirst()
            .<DefectiveRegion>map(older -> new Slice(region, older))
            .orElse(region))
        .kills("regionsDoNotOverlap", "everyThreadMayAllocate");
  }

  private static Defect confined() {
    return Defect.named("confines-memory", "only the thread that allocated it may touch it")
        .regions(region -> new DefectiveRegion(region) {
          private final Thread owner = Thread.currentThread();

          @Override
          public MemorySegment segment() {
            if (!owner.equals(Thread.currentThread())) {
              throw new WrongThreadException("the memory belongs to " + owner);
            }
            return super.segment();
          }
        })
        .kills("everyThreadMayTouchTheMemory");
  }

  private static Defect header() {
    return Defect.named("addresses-its-header", "the address is 64 bytes beside the first byte")
        .regions(region -> new DefectiveRegion(region) {
          @Override
          public long address() {
            return super.address() + 64;
          }
        })
        .kills("addressNamesTheFirstByte");
  }

  private static final class Slice extends DefectiveRegion {
    private final DefectiveRegion older;

    Slice(DefectiveRegion region, DefectiveRegion older) {
      super(region);
      this.older = older;
    }

    @Override
    public MemorySegment segment() {
      return older.segment().asSlice(0, length());
    }
  }
}
