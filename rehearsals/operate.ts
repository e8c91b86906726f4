// `npm run drill -- operate`: runs the commands of docs/operate.md, block by block, in namespaces of their own: an overlay
// of this machine's /etc, /opt, /var and /usr/local, an empty /run and /tmp, and a network without a way out. A script
// plays systemd's part: it runs the unit's command with its settings, as its account and without capabilities, and does not
// apply the rest of the unit. Needs root, nginx and PostgreSQL of Debian. `--archive FILE` uses a release that exists.
import { spawn, spawnSync } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { expectThat } from './lib/expect-that.ts'
import { blocksOfPage, linesOf, placeRelease } from './lib/operate-page.ts'

/** `systemctl`, for the units of this page. */
const systemctl = `#!/bin/bash
set -e
verb=$1; shift
unit=/etc/systemd/system/malote@.service
of_unit() { sed -n "s/^$1=//p" $unit | sed "s/%i/$port/g"; }
stop() {
  case $1 in
    malote@*) port=\${1#malote@}; pid=$(cat /run/played/$port 2>/dev/null) || return 0
      kill -TERM $pid; while kill -0 $pid 2>/dev/null; do sleep 0.1; done; rm /run/played/$port ;;
    nginx) nginx -s quit 2>/dev/null || true; sleep 1 ;;
  esac
}
start() {
  case $1 in
    malote@*) port=\${1#malote@}
      [ -f /run/played/$port ] && return 0
      mkdir -p /run/played
      install -d -m 0700 -o malote -g malote /var/lib/malote /run/malote
      setsid env -i bash -c "set -a; $(of_unit Environment | sed 's/^/export /'); . $(of_unit EnvironmentFile); set +a
        cd $(of_unit WorkingDirectory); umask 0077
        exec setpriv --reuid=malote --regid=malote --clear-groups --no-new-privs --bounding-set=-all $(of_unit ExecStart)" \\
        >> /var/log/malote-$port.log 2>&1 < /dev/null &
      echo $! > /run/played/$port ;;
    nginx) nginx ;;
    postgresql) version=$(ls /usr/lib/postgresql | sort -n | tail -1); mkdir -p /run/postgresql; chown postgres /run/postgresql
      pg_dropcluster $version main 2>/dev/null || true
      pg_createcluster --port 5432 $version main > /dev/null; pg_ctlcluster $version main start ;;
    postgresql@*) cluster=\${1#postgresql@}; pg_ctlcluster \${cluster%-*} \${cluster#*-} start ;;
  esac
}
case $verb in
  daemon-reload) ;;
  enable) shift; for name; do start $name; done ;;
  start) for name; do start $name; done ;;
  stop) for name; do stop $name; done ;;
  restart) for name; do stop $name; start $name; done ;;
  *) echo "systemctl $verb?" >&2; exit 1 ;;
esac
`

/** `apt-get install`, which checks that the packages are there: the network has no way out. */
const aptGet = `#!/bin/sh
shift; for name; do case $name in -*) ;; *) dpkg -s "$name" > /dev/null || exit 1 ;; esac; done
`

const namespaces = `
set -e
mount --make-rprivate /
mount -t tmpfs tmpfs /mnt
for folder in /etc /opt /var /usr/local; do
  mkdir -p /mnt$folder/upper /mnt$folder/work
  mount -t overlay overlay -o lowerdir=$folder,upperdir=/mnt$folder/upper,workdir=/mnt$folder/work $folder
done
cp -r "$1" /mnt/played; chmod 755 /mnt /mnt/played
mount -t tmpfs tmpfs /run
mount -t tmpfs -o mode=1777 tmpfs /tmp
ip link set lo up
rm -rf /opt/malote*
cd /mnt/played
export PATH=/mnt/played/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
exec bash /mnt/played/commands.sh
`

export async function run(): Promise<void> {
  const { values } = parseArgs({ args: process.argv.slice(3), options: { archive: { type: 'string' } } })
  if (process.getuid?.() !== 0) throw new Error('this drill needs root')
  const blocks = await blocksOfPage()
  const folder = await mkdtemp('/var/tmp/malote-operate-')
  try {
    await stage(folder, values.archive, blocks)
    const start = performance.now()
    const flags = ['--mount', '--net', '--pid', '--fork', '--kill-child', '--mount-proc']
    const child = spawn('unshare', [...flags, 'bash', '-c', namespaces, 'operate', folder], { stdio: 'inherit' })
    const code = await new Promise<number | null>((resolve) => child.once('exit', resolve))
    // proves 19.5
    expectThat(code === 0, `all ${blocks.length} blocks of docs/operate.md ran`)
    console.log(`${linesOf(blocks)} lines in ${Math.round((performance.now() - start) / 1000)} s`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function stage(folder: string, given: string | undefined, blocks: readonly string[]): Promise<void> {
  await chmod(folder, 0o755)
  await placeRelease(folder, given)
  spawnSync('mkdir', [join(folder, 'bin')])
  for (const [name, text] of [
    ['systemctl', systemctl],
    ['apt-get', aptGet],
  ] as const) {
    await writeFile(join(folder, 'bin', name), text, { mode: 0o755 })
  }
  const show = `trap 'echo "failed at line $LINENO: $BASH_COMMAND" >&2; tail -n 20 /var/log/malote-*.log >&2' ERR`
  await writeFile(join(folder, 'commands.sh'), ['set -eEuo pipefail', show, ...blocks].join('\n'))
}
