import { readdirSync, readFileSync } from 'node:fs'

/** Milliseconds per tick of /proc; Linux has 100 a second on every usual machine. */
const tick = 10

/** Processor time in milliseconds of a PostgreSQL server: its postmaster, its sessions, and those that have ended. */
export function postgresTime(postmaster: number): number {
  const [own, ended] = timesOf(postmaster) ?? [0, 0]
  let all = own + ended
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name) || parentOf(Number(name)) !== postmaster) continue
    all += timesOf(Number(name))?.[0] ?? 0
  }
  return all
}

/** Its own time, and that of its children that have ended and been waited for. */
function timesOf(pid: number): [number, number] | undefined {
  const fields = fieldsOf(pid)
  if (!fields) return undefined
  const [user = 0, system = 0, usersOfChildren = 0, systemOfChildren = 0] = fields.slice(11, 15).map(Number)
  return [(user + system) * tick, (usersOfChildren + systemOfChildren) * tick]
}

const parentOf = (pid: number) => Number(fieldsOf(pid)?.[1])

/** From the state on; the name before it may contain spaces. @returns undefined when the process has ended */
function fieldsOf(pid: number): string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}
