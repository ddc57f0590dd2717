import { Gauge, Registry } from 'prom-client';

const MICROSECONDS = 1e6;

/** Metrics of this process, in the Prometheus text format. */
export function createProcessMetrics(): () => Promise<string> {
  const registry = new Registry();
  const registers = [registry];
  const memory = new Gauge({ name: 'process_resident_memory_bytes', help: 'Memory of the process', registers });
  const cpu = new Gauge({ name: 'process_cpu_seconds_total', help: 'Processor time of the process', registers });
  const uptime = new Gauge({ name: 'process_uptime_seconds', help: 'Time since the process started', registers });
  return () => {
    memory.set(process.memoryUsage.rss());
    const { user, system } = process.cpuUsage();
    cpu.set((user + system) / MICROSECONDS);
    uptime.set(process.uptime());
    return registry.metrics();
  };
}
