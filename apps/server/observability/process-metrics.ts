import { Gauge, Registry } from 'prom-client';

/** Metrics of this process, in the Prometheus text format. */
export function createProcessMetrics(): () => Promise<string> {
  const registry = new Registry();
  const registers = [registry];
  const memory = new Gauge({ name: 'process_resident_memory_bytes', help: 'Memory of the process', registers });
  const uptime = new Gauge({ name: 'process_uptime_seconds', help: 'Time since the process started', registers });
  return () => {
    memory.set(process.memoryUsage.rss());
    uptime.set(process.uptime());
    return registry.metrics();
  };
}
