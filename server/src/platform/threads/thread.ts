// Runs in each thread of `threads.ts`: imports the requested module and calls its function.
import { constants, setPriority } from 'node:os'

export interface Order {
  /** URL of the file. */
  module: string
  /** Name of the exported function. */
  name: string
  input: unknown
}

export default async function work({ module, name, input }: Order): Promise<Uint8Array> {
  // Imports before lowering the priority: otherwise the first document of a busy server would take too long.
  const exported = (await import(module)) as Record<string, (input: unknown) => Promise<Uint8Array>>
  giveWay()
  const made = exported[name]
  if (made === undefined) throw new Error(`${module} exports no ${name}`)
  return made(input)
}

/**
 * Gives requests precedence when there are more threads than cores. Linux only: elsewhere this would affect the whole
 * process.
 */
function giveWay() {
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
}
