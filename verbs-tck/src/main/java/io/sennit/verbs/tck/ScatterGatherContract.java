// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs.tck;

import static io.sennit.verbs.CompletionStatus.LOCAL_LENGTH_ERROR;
import static io.sennit.verbs.CompletionStatus.LOCAL_PROTECTION_ERROR;
import static io.sennit.verbs.CompletionStatus.REMOTE_INVALID_REQUEST;
import static io.sennit.verbs.CompletionStatus.SUCCESS;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.verbs.Access;
import io.sennit.verbs.MemoryRegion;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.PostStatus;
import io.sennit.verbs.ScatterGatherList;
import io.sennit.verbs.WorkRequest;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/**
 * Requests and receives of several local ranges. A provider without them says that there may be
 * one, and refuses more.
 */
public abstract class ScatterGatherContract extends VerbsContract {
  /** Ends of ranges fall anywhere in packets of 256 to 4096 bytes, and of one with others. */
  private static final List<int[]> SHAPES = List.of(
      new int[] {8, 8},
      new int[] {100, 156, 1, 256},
      new int[] {1, 700, 0, 3000, 255, 4097, 13, 0},
      new int[] {0, 0, 5},
      new int[] {1, 65_537, 0, 4096, 3, 33_333, 1024, 2});

  private static final int FAR_AT = 64;

  /** For subclasses. */
  protected ScatterGatherContract() {}

  /** Ranges of such lengths, the first behind all others, and none beside another. */
  private static ScatterGatherList ranges(Half half, int... lengths) {
    int most = half.domain.capabilities().maxScatterGather();
    int end = Half.MEMORY_BYTES - 100;
    ScatterGatherList ranges = new ScatterGatherList();
    for (int length : Arrays.copyOf(lengths, Math.min(most, lengths.length))) {
      end -= length;
      ranges.add(half.memory, end, length);
      end -= 37;
    }
    return ranges;
  }

  /** What is in the ranges now, one behind the other. */
  private static byte[] bytes(Half half, ScatterGatherList ranges) {
    byte[] all = new byte[ranges.length()];
    int done = 0;
    for (int at = 0; at < ranges.size(); at++) {
      byte[] piece = half.bytes(ranges.offset(at), ranges.length(at));
      System.arraycopy(piece, 0, all, done, piece.length);
      done += piece.length;
    }
    return all;
  }

  /** Puts bytes into a copy of a half's memory, range by range. */
  private static byte[] scattered(byte[] memory, byte[] bytes, ScatterGatherList ranges) {
    int done = 0;
    for (int at = 0; at < ranges.size() && done < bytes.length; at++) {
      int piece = Math.min(bytes.length - done, ranges.length(at));
      System.arraycopy(bytes, done, memory, (int) ranges.offset(at), piece);
      done += piece;
    }
    return memory;
  }

  private WorkRequest request(Opcode opcode, long id, ScatterGatherList ranges) {
    WorkRequest request = new WorkRequest().reset(opcode, id).local(ranges);
    return request.remote(far.memory.address() + FAR_AT, far.memory.remoteKey());
  }

  private static String what(int[] shape) {
    return Arrays.toString(shape);
  }

  @Test
  void sendGathersItsRangesInOrder() {
    for (int[] shape : SHAPES) {
      near.fill(0, Half.MEMORY_BYTES, shape.length);
      ScatterGatherList ranges = ranges(near, shape);
      byte[] before = far.fill(0, Half.MEMORY_BYTES, 1);
      far.receive(1, FAR_AT, ranges.length());
      succeed(request(Opcode.SEND, 2, ranges));
      assertEquals(ranges.length(), expect(far, 1, SUCCESS).byteLength(), what(shape));
      byte[] sent = bytes(near, ranges);
      System.arraycopy(sent, 0, before, FAR_AT, sent.length);
      assertArrayEquals(before, far.bytes(0, Half.MEMORY_BYTES), what(shape));
    }
  }

  @Test
  void writeGathersItsRangesInOrder() {
    for (int[] shape : SHAPES) {
      near.fill(0, Half.MEMORY_BYTES, shape.length);
      ScatterGatherList ranges = ranges(near, shape);
      byte[] before = far.fill(0, Half.MEMORY_BYTES, 1);
      assertEquals(ranges.length(), perform(request(Opcode.WRITE, 2, ranges)).byteLength());
      byte[] sent = bytes(near, ranges);
      System.arraycopy(sent, 0, before, FAR_AT, sent.length);
      assertArrayEquals(before, far.bytes(0, Half.MEMORY_BYTES), what(shape));
    }
  }

  @Test
  void readScattersIntoItsRangesInOrder() {
    for (int[] shape : SHAPES) {
      byte[] before = near.fill(0, Half.MEMORY_BYTES, 1);
      ScatterGatherList ranges = ranges(near, shape);
      byte[] fetched = far.fill(FAR_AT, ranges.length(), shape.length);
      succeed(request(Opcode.READ, 2, ranges));
      byte[] expected = scattered(before, fetched, ranges);
      assertArrayEquals(expected, near.bytes(0, Half.MEMORY_BYTES), what(shape));
    }
  }

  @Test
  void emptyRangesAreAnEmptyMessage() {
    ScatterGatherList ranges = ranges(near, 0, 0);
    byte[] before = far.fill(0, 256, 1);
    far.receive(1, FAR_AT, 64);
    succeed(request(Opcode.SEND, 2, ranges));
    assertEquals(0, expect(far, 1, SUCCESS).byteLength());
    succeed(request(Opcode.WRITE, 3, ranges));
    succeed(request(Opcode.READ, 4, ranges));
    assertArrayEquals(before, far.bytes(0, 256));
  }

  @Test
  void rangesOfSeveralRegionsAreOneMessage() {
    if (near.domain.capabilities().maxScatterGather() < 2) {
      return;
    }
    MemoryRegion other = near.domain.allocate(4096, EnumSet.of(Access.LOCAL_WRITE));
    byte[] sent = near.fill(0, 300, 7);
    other.segment().fill((byte) 9);
    succeed(near.write(2, 0, 300, far).andLocal(other, 1000, 300));
    byte[] expected = Arrays.copyOf(sent, 600);
    Arrays.fill(expected, 300, 600, (byte) 9);
    assertArrayEquals(expected, far.bytes(0, 600));
    assertTrue(waited(other::deregister), "the region is not given back");
  }

  @Test
  void oneBadRangeAmongGoodOnesMovesNothing() {
    MemoryRegion readOnly = near.domain.allocate(4096, EnumSet.of(Access.REMOTE_READ));
    byte[] farBefore = far.fill(0, 4096, 1);
    byte[] nearBefore = near.fill(0, 4096, 2);
    WorkRequest[] bad = {
      near.write(1, 0, 8, far).andLocal(near.memory, Half.MEMORY_BYTES - 7, 8),
      near.write(1, 0, 8, far).andLocal(near.memory, -1, 0).andLocal(near.memory, 8, 8),
      near.write(1, 0, 8, far).andLocal(far.memory, 0, 8),
      near.read(1, 0, 8, far).andLocal(readOnly, 0, 8).andLocal(near.memory, 64, 8),
    };
    for (int at = 0; at < bad.length; at++) {
      PostStatus posted = nearQueue.post(bad[at]);
      if (near.domain.capabilities().maxScatterGather() < bad[at].ranges().size()) {
        assertEquals(PostStatus.INVALID, posted, "request " + at);
        continue;
      }
      assertEquals(PostStatus.POSTED, posted, "request " + at);
      assertEquals("1 " + LOCAL_PROTECTION_ERROR, next(near).outcome(), "request " + at);
      nearQueue = anotherQueue(1 + at);
    }
    assertArrayEquals(farBefore, far.bytes(0, 4096), "far's memory");
    assertArrayEquals(nearBefore, near.bytes(0, 4096), "near's memory");
  }

  @Test
  void lengthOfAllRangesIsBounded() {
    int most = near.domain.capabilities().maxMessageBytes();
    assertInvalid(near.write(1, 0, most, far).andLocal(near.memory, 0, 1));
    assertInvalid(near.send(1, 0, 64).andLocal(near.memory, 0, -8));
    assertInvalid(near.send(1, 0, 64).andLocal(near.memory, 0, Integer.MAX_VALUE));
    int inline = near.domain.capabilities().maxInlineBytes();
    assertInvalid(near.send(1, 0, inline).andLocal(near.memory, 0, 1).inline());
    assertEquals(0, nearQueue.outstanding());
    succeed(near.write(2, 0, 8, far));
  }

  @Test
  void moreRangesThanAnnouncedAreInvalid() {
    int most = near.domain.capabilities().maxScatterGather();
    WorkRequest request = near.write(1, 0, 8, far);
    for (int at = 1; at < most; at++) {
      request.andLocal(near.memory, 8L * at, 8);
    }
    byte[] written = near.fill(0, 8 * most, 3);
    succeed(request);
    assertArrayEquals(written, far.bytes(0, 8 * most));
    assertInvalid(request.andLocal(near.memory, 0, 0));
    assertInvalid(near.oneSided(Opcode.FETCH_AND_ADD, 1, 0, 8, far).andLocal(near.memory, 0, 0));
    assertEquals(0, nearQueue.outstanding());
  }

  private void assertInvalid(WorkRequest request) {
    assertEquals(PostStatus.INVALID, nearQueue.post(request), request.opcode().name());
  }

  @Test
  void inlineGathersACopy() {
    int most = near.domain.capabilities().maxInlineBytes();
    Assumptions.assumeTrue(most >= 60, "the provider has no inline payloads");
    ScatterGatherList ranges = ranges(near, 20, 0, 13, 27);
    near.fill(0, Half.MEMORY_BYTES, 1);
    byte[] sent = bytes(near, ranges);
    post(nearQueue, request(Opcode.WRITE, 2, ranges).inline());
    near.fill(0, Half.MEMORY_BYTES, 2);
    expect(near, 2, SUCCESS);
    assertArrayEquals(sent, far.bytes(FAR_AT, sent.length));
  }

  @Test
  void messageFillsTheRangesOfItsReceiveInOrder() {
    for (int[] shape : SHAPES) {
      ScatterGatherList ranges = receivable(shape);
      for (int length : new int[] {0, ranges.length() / 3, ranges.length()}) {
        byte[] before = far.fill(0, Half.MEMORY_BYTES, 1);
        byte[] sent = near.fill(0, length, shape.length);
        assertEquals(PostStatus.POSTED, far.receives.post(1, ranges), what(shape));
        succeed(near.send(2, 0, length));
        assertEquals(length, expect(far, 1, SUCCESS).byteLength(), what(shape));
        byte[] expected = scattered(before, sent, ranges);
        assertArrayEquals(expected, far.bytes(0, Half.MEMORY_BYTES), what(shape));
      }
    }
  }

  /** As many of such ranges as a receive may have. */
  private ScatterGatherList receivable(int... shape) {
    int most = far.domain.capabilities().maxReceiveScatter();
    return ranges(far, Arrays.copyOf(shape, Math.min(most, shape.length)));
  }

  @Test
  void messageLongerThanAllRangesOfItsReceiveFailsOnBothSides() {
    ScatterGatherList ranges = receivable(300, 0, 300);
    far.receives.post(1, ranges);
    post(nearQueue, near.send(2, 0, ranges.length() + 1));
    expect(far, 1, LOCAL_LENGTH_ERROR);
    expect(near, 2, REMOTE_INVALID_REQUEST);
  }

  @Test
  void receiveWithABadRangeIsInvalid() {
    int most = far.domain.capabilities().maxReceiveScatter();
    MemoryRegion readOnly = far.domain.allocate(4096, EnumSet.of(Access.REMOTE_READ));
    ScatterGatherList tooMany = new ScatterGatherList();
    for (int at = 0; at <= most; at++) {
      tooMany.add(far.memory, 0, 8);
    }
    ScatterGatherList[] bad = {
      new ScatterGatherList(),
      tooMany,
      new ScatterGatherList().add(far.memory, 0, 8).add(far.memory, Half.MEMORY_BYTES - 7, 8),
      new ScatterGatherList().add(far.memory, 0, 8).add(far.memory, 64, -1),
      new ScatterGatherList().add(far.memory, 0, 8).add(readOnly, 0, 8),
      new ScatterGatherList().add(far.memory, 0, 8).add(near.memory, 0, 8),
    };
    for (int at = 0; at < bad.length; at++) {
      assertEquals(PostStatus.INVALID, far.receives.post(1, bad[at]), "receive " + at);
    }
    assertEquals(0, far.receives.posted());
  }
}
