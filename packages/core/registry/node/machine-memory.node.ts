import { totalmem } from 'node:os';

/** Returns the memory of the machine, or of the container or unit of this process where that is less, in bytes. */
export function machineMemory(): number {
  return memoryWithin(totalmem(), process.constrainedMemory());
}

/** @param limit of a container, in bytes: 0 for none, or more than any machine has */
export function memoryWithin(machineBytes: number, limit: number): number {
  return limit > 0 ? Math.min(machineBytes, limit) : machineBytes;
}
