import { totalmem } from 'node:os'
import { getHeapStatistics } from 'node:v8'

/** Share of the memory at which requests are refused: what is running still has to finish. */
const share = 0.9

/**
 * Bytes of memory from which on new requests get a 503, before the process runs out of memory: of V8's heap by its own
 * limit (`--max-old-space-size`), of the whole process by that of its container (cgroup), or else the machine.
 */
export function memoryCeilings(
  heapLimit = getHeapStatistics().heap_size_limit,
  containerLimit = process.constrainedMemory(),
  machine = totalmem(),
): { maxHeapUsedBytes: number; maxRssBytes: number } {
  // Without a limit, it is 0 or larger than the machine.
  const whole = containerLimit > 0 ? Math.min(containerLimit, machine) : machine
  return { maxHeapUsedBytes: Math.floor(heapLimit * share), maxRssBytes: Math.floor(whole * share) }
}
