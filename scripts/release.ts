// `npm run release`: writes one archive with everything that a production machine needs, its Node included, and the
// archive's digest, into `dist`. The same commit gives the same bytes. `-- --out FOLDER` writes it elsewhere.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildWebIfNeeded } from './build-web/build-if-needed.ts'
import { root } from './lib/run.ts'
import { commitSeconds, digestOf, packFolder, stageProgram, writeDigests, writeInventory } from './release/stage.ts'

const { values: flags } = parseArgs({ options: { out: { type: 'string', default: 'dist' } } })
const out = resolve(root, flags.out)
const { version } = JSON.parse(await readFile(join(root, 'server/package.json'), 'utf8')) as { version: string }
const name = `malote-${version}-${process.platform}-${process.arch}`
const folder = join(root, '.cache/release', name)

try {
  await buildWebIfNeeded()
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await stageProgram(folder, version)
  await writeInventory(folder)
  await writeDigests(folder)
  await mkdir(out, { recursive: true })
  const archive = join(out, `${name}.tar.gz`)
  await packFolder(folder, archive, await commitSeconds())
  const digest = await digestOf(archive)
  await writeFile(`${archive}.sha256`, `${digest}  ${name}.tar.gz\n`)
  console.log(`${archive}\nsha256 ${digest}`)
} finally {
  await rm(folder, { recursive: true, force: true })
}
