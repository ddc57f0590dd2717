import os from 'node:os';

/** Describes what the results depend on, without identifying the machine. `programs` are names and versions. */
export function describeMachine(programs: readonly string[]): string {
  const [cpu] = os.cpus();
  const memory = Math.round(os.totalmem() / 1024 ** 3);
  const [load = 0] = os.loadavg();
  return [
    `- Cores: ${os.availableParallelism()} (${cpu?.model.trim() ?? 'unknown processor'}), memory: ${memory} GiB`,
    `- System: ${os.type()} ${os.arch()}, Node ${process.versions.node}`,
    `- Load before the run: ${load.toFixed(1)}. Compared programs take turns, so that other load affects them all equally`,
    `- Programs: ${programs.join(', ')}`,
    '',
  ].join('\n');
}
