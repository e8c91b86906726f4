import { execFileSync, spawnSync } from 'node:child_process'

/** Network namespaces that act as machines of their own, on one bridge with this one. */
export interface Machines {
  /** Address of this machine on their network. */
  here: string
  /** Address of the machine with this index. */
  address: (index: number) => string
  /** The command to run a program there, as an account. */
  command: (index: number, account: { uid: number; gid: number }) => string[]
  /** Takes its network away, or gives it back. */
  setConnected: (index: number, isConnected: boolean) => void
  remove: () => void
}

const network = '10.77.0'
const bridge = 'mltdrill'
const ip = (...args: string[]) => execFileSync('ip', args, { stdio: ['ignore', 'pipe', 'pipe'] })

/** Whether this account may make network namespaces here. */
export function canSeparate(): boolean {
  if (spawnSync('ip', ['netns', 'add', `${bridge}-try`]).status !== 0) return false
  ip('netns', 'del', `${bridge}-try`)
  return true
}

export function separateMachines(count: number): Machines {
  const indices = Array.from({ length: count }, (_, index) => index)
  const name = (index: number) => `${bridge}${index}`
  const address = (index: number) => `${network}.1${index + 1}`
  const remove = () => {
    for (const index of indices) spawnSync('ip', ['netns', 'del', name(index)])
    spawnSync('ip', ['link', 'del', bridge])
  }
  remove()
  try {
    ip('link', 'add', bridge, 'type', 'bridge')
    ip('addr', 'add', `${network}.1/24`, 'dev', bridge)
    ip('link', 'set', bridge, 'up')
    for (const index of indices) {
      ip('netns', 'add', name(index))
      ip('link', 'add', name(index), 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name(index))
      ip('link', 'set', name(index), 'master', bridge, 'up')
      ip('netns', 'exec', name(index), 'ip', 'addr', 'add', `${address(index)}/24`, 'dev', 'eth0')
      for (const device of ['eth0', 'lo']) ip('netns', 'exec', name(index), 'ip', 'link', 'set', device, 'up')
    }
  } catch (error) {
    remove()
    throw error
  }
  return {
    here: `${network}.1`,
    address,
    command: (index, { uid, gid }) => [
      ...['ip', 'netns', 'exec', name(index)],
      ...['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'],
    ],
    setConnected: (index, isConnected) => ip('link', 'set', name(index), isConnected ? 'up' : 'down'),
    remove,
  }
}
