// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp;

import io.sennit.roce.LocalPort;
import io.sennit.roce.PacketSink;
import io.sennit.roce.spi.PacketDevice;
import io.sennit.roce.spi.PacketDeviceProvider;
import io.sennit.roce.spi.PacketReceiver;
import java.util.ArrayList;
import java.util.List;

/**
 * The packet devices of one event loop, the first one next to the wire; usually none. Confined to
 * the loop's thread.
 */
final class DeviceChain implements AutoCloseable {
  private final List<PacketDevice> devices;
  private final PacketSink outermost;

  private DeviceChain(List<PacketDevice> devices, PacketSink outermost) {
    this.devices = devices;
    this.outermost = outermost;
  }

  /** A kind of device that is switched on, and what was said about it. */
  record Choice(PacketDeviceProvider provider, String specification) {}

  /**
   * @param wire where packets leave in the end
   * @throws IllegalStateException in a sentence if a device cannot be made
   */
  static DeviceChain open(List<Choice> choices, List<LocalPort> ports, PacketSink wire) {
    List<PacketDevice> devices = new ArrayList<>();
    PacketSink sink = wire;
    try {
      for (Choice choice : choices) {
        PacketDevice device = choice.provider().open(choice.specification(), ports);
        devices.add(device);
        sink = device.outbound(sink);
      }
      return new DeviceChain(devices, sink);
    } catch (RuntimeException e) {
      devices.forEach(PacketDevice::close);
      throw e;
    }
  }

  /** Where the engine's packets go. */
  PacketSink sink() {
    return outermost;
  }

  /** What takes packets from the sockets on their way to an engine; called once. */
  PacketReceiver before(PacketReceiver engine) {
    PacketReceiver receiver = engine;
    for (PacketDevice device : devices.reversed()) {
      receiver = device.inbound(receiver);
    }
    return receiver;
  }

  void timers(long nowNanos) {
    for (int at = 0; at < devices.size(); at++) {
      devices.get(at).timers(nowNanos);
    }
  }

  long nextTimerNanos() {
    long next = PacketDevice.NO_TIMER;
    for (int at = 0; at < devices.size(); at++) {
      next = Math.min(next, devices.get(at).nextTimerNanos());
    }
    return next;
  }

  @Override
  public void close() {
    devices.forEach(PacketDevice::close);
  }
}
