// What runs in each thread of `threads.ts`: loads the module that is asked for and calls its function.
import { constants, setPriority } from 'node:os'

export interface Order {
  /** Address of the file. */
  module: string
  /** Of the exported function. */
  name: string
  input: unknown
}

export default async function work({ module, name, input }: Order): Promise<Uint8Array> {
  // Loading comes first: at low priority the first document of a busy server would take too long.
  const exported = (await import(module)) as Record<string, (input: unknown) => Promise<Uint8Array>>
  giveWay()
  const made = exported[name]
  if (made === undefined) throw new Error(`${module} exports no ${name}`)
  return made(input)
}

/** Requests go first where there are fewer cores than work. Elsewhere than on Linux this would be the whole process. */
function giveWay() {
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
}
