// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import io.sennit.multipath.Braid;
import io.sennit.multipath.FrameWriter;
import io.sennit.multipath.Lane;
import io.sennit.multipath.Lease;
import io.sennit.multipath.RemoteSpan;
import io.sennit.multipath.Transfer;
import io.sennit.multipath.TransferListener;
import io.sennit.verbs.MemoryRegion;

/** The real {@link Cord}. */
final class BraidCord implements Cord {
  private final Braid braid;

  BraidCord(Braid braid) {
    this.braid = braid;
  }

  @Override
  public int maxFrameBytes() {
    return braid.maxFrameBytes();
  }

  @Override
  public long send(FrameWriter writer, Lane lane) {
    return braid.send(writer, lane);
  }

  @Override
  public long sendDone(FrameWriter writer, Lane lane, Move write) {
    return braid.sendDone(writer, lane, ((BraidMove) write).transfer);
  }

  @Override
  public int leaseRoom() {
    return braid.leaseRoom();
  }

  @Override
  public Hold grant(MemoryRegion region, long offset, long length, Runnable onReleased) {
    return new BraidHold(braid.grant(region, offset, length, onReleased));
  }

  @Override
  public Hold lend(MemoryRegion region, long offset, long length, Runnable onReleased) {
    return new BraidHold(braid.lend(region, offset, length, onReleased));
  }

  @Override
  public int transferRoom() {
    return braid.transferRoom();
  }

  @Override
  public Move write(
      MemoryRegion source, long offset, RemoteSpan target, long length, MoveListener listener) {
    return new BraidMove(braid.write(source, offset, target, length, told(listener)));
  }

  @Override
  public Move read(
      RemoteSpan source, MemoryRegion target, long offset, long length, MoveListener listener) {
    return new BraidMove(braid.read(source, target, offset, length, told(listener)));
  }

  @Override
  public void decline(RemoteSpan span) {
    braid.decline(span);
  }

  @Override
  public boolean consume(long sequence) {
    return braid.consume(sequence);
  }

  @Override
  public int poll(long nowNanos) {
    return braid.poll(nowNanos);
  }

  @Override
  public long nextTimerNanos() {
    return braid.nextTimerNanos();
  }

  @Override
  public boolean arm() {
    return braid.arm();
  }

  @Override
  public void fail(String cause) {
    braid.fail(cause);
  }

  private static TransferListener told(MoveListener listener) {
    return new TransferListener() {
      @Override
      public void onDelivered(Transfer transfer) {
        listener.onDelivered();
      }

      @Override
      public void onReleased(Transfer transfer) {
        listener.onReleased();
      }

      @Override
      public void onFailed(Transfer transfer, String cause) {
        listener.onFailed(cause);
      }
    };
  }

  private record BraidHold(Lease lease) implements Hold {
    @Override
    public RemoteSpan span() {
      return lease.span();
    }

    @Override
    public void withdraw() {
      lease.withdraw();
    }
  }

  private record BraidMove(Transfer transfer) implements Move {
    @Override
    public void abort(String cause) {
      transfer.abort(cause);
    }
  }
}
