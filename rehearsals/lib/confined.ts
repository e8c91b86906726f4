import { spawn, spawnSync } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'

/** A program that may write only where it was told. */
export interface Confined {
  /** Under which conditions it runs. */
  as: string
  /** The URL that it prints when it listens. */
  listening: Promise<string>
  /** Waits for its end. @throws Error when its exit code is another */
  ended: (code: number) => Promise<void>
  /** Ends it by SIGTERM. @throws Error when it does not end in order */
  stop: () => Promise<void>
}

/**
 * Makes every mount of its own namespace read-only, except for the folder in $1, and goes on as `nobody` who can gain no
 * privileges.
 */
const confine = `
  set -e
  data=$1; shift
  mount --make-rprivate /
  mount --bind "$data" "$data"
  cut -d' ' -f5 /proc/self/mountinfo | while read -r place; do
    case $place in "$data"|/proc*|/sys*|/dev*) ;; *) mount -o remount,bind,ro "$place" ;; esac
  done
  if touch /var/tmp/written /tmp/written 2>/dev/null; then echo 'the system is not read-only' >&2; exit 70; fi
  cd /
  exec setpriv --reuid=65534 --regid=65534 --clear-groups --no-new-privs --bounding-set=-all "$@"
`

const canConfine = () => process.getuid?.() === 0 && spawnSync('unshare', ['--mount', 'true']).status === 0

/** Starts a program that may write only to `data`. */
export async function startConfined(
  command: string[],
  data: string,
  settings: Record<string, string>,
): Promise<Confined> {
  const isConfined = canConfine()
  const words = isConfined ? ['unshare', '--mount', 'sh', '-c', confine, 'confine', data, ...command] : command
  const [program = '', ...args] = words
  const child = spawn(program, args, {
    // The embedded database has its socket in TMPDIR, where other programs of the release look for it.
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', TMPDIR: data, ...settings },
    cwd: data,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const listening = new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
        const [, url] = /Malote em (\S+)/.exec(output) ?? []
        if (url) resolve(url)
      })
    }
    void exit.then((code) => reject(new Error(`it ended with ${code}: ${output}`)))
  })
  listening.catch(() => {})
  const ended = async (wanted: number) => {
    const code = await exit
    if (code !== wanted) throw new Error(`it ended with ${code}: ${output}`)
  }
  return {
    as: isConfined ? 'nobody, on a system that is read-only but for DATA_DIR' : 'this user, unconfined',
    listening,
    ended,
    stop: async () => {
      child.kill('SIGTERM')
      await Promise.race([
        ended(0),
        wait(60_000, undefined, { ref: false }).then(() => Promise.reject(new Error('it does not end'))),
      ])
    },
  }
}
