// `npm run drill -- containers`: makes the image from a release, and starts deploy/compose with Docker: proxy, two servers,
// PostgreSQL, object storage. Uses it, stops, kills and upgrades its servers under load, and starts all of it again. The
// images that compose.yaml names besides Malote's are stand-ins made from Debian's packages (rehearsals/containers), so no
// image registry is needed. Runs in namespaces of its own, so that nothing of this machine's network is touched and nothing
// is left. Needs root, a mirror of Debian, debootstrap, buildah, docker.io and docker-compose, and 3 GB in .cache.
// `--archive FILE` uses a release that exists. Took 13 minutes at a load of 20.
import { spawnSync } from 'node:child_process'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root, run as runProgram } from '../scripts/lib/run.ts'
import { placeDeployment, withoutCgroups } from './containers/docker.ts'
import { buildImages } from './containers/images.ts'
import { rehearse } from './containers/rehearsal.ts'
import { placeRelease, withUndo } from './lib/steps.ts'

const programs = ['debootstrap', 'buildah', 'dockerd', 'docker', 'docker-compose', 'openssl', 'unshare', 'ip']

/** Loopback, and a clean `/run`: programs of this machine are not met, and what is mounted ends with the namespace. */
const ownMachine = `ip link set lo up && mount -t tmpfs tmpfs /run && mount -t tmpfs tmpfs /dev/shm && "$@"`

export async function run(): Promise<void> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: { archive: { type: 'string' }, inside: { type: 'string' } },
  })
  if (values.inside !== undefined) return rehearse(values.inside)
  if (process.getuid?.() !== 0) throw new Error('this drill needs root')
  for (const program of programs) {
    if (spawnSync('which', [program]).status !== 0) throw new Error(`this drill needs ${program}`)
  }
  await withUndo(async (undo) => {
    const folder = join(root, '.cache/containers')
    await rm(folder, { recursive: true, force: true })
    await mkdir(join(folder, 'release'), { recursive: true })
    undo(() => rm(folder, { recursive: true, force: true }))
    await placeRelease(join(folder, 'release'), values.archive)
    buildImages(folder)
    const certificate = await placeDeployment(folder)
    const separate = ['--mount', '--net', '--pid', '--fork', '--kill-child', '--mount-proc', '--propagation', 'private']
    undo(withoutCgroups)
    const code = await runProgram(
      'unshare',
      [
        ...[...separate, 'sh', '-c', ownMachine, 'sh'],
        ...['timeout', '900', process.execPath, 'scripts/drill.ts', 'containers', '--inside', folder],
      ],
      { NODE_EXTRA_CA_CERTS: certificate },
    )
    if (code !== 0) throw new Error('the rehearsal failed')
  })
}
