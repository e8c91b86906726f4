import { execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createGzip } from 'node:zlib'
import { root } from '../lib/run.ts'

/** Time of the commit that is released, in seconds since 1970: the only time that an archive contains. */
export async function commitSeconds(): Promise<number> {
  if (process.env.SOURCE_DATE_EPOCH) return Number(process.env.SOURCE_DATE_EPOCH)
  const { stdout } = await promisify(execFile)('git', ['log', '-1', '--format=%ct'], { cwd: root })
  return Number(stdout)
}

/**
 * Writes a folder as tar.gz that depends on names and contents alone, as reproducible-builds.org describes: sorted, with
 * one time, one owner, and no mode but "may be run". Needs GNU tar.
 */
export async function packFolder(folder: string, archive: string, seconds: number): Promise<void> {
  const same = ['--sort=name', `--mtime=@${seconds}`, '--owner=0', '--group=0', '--numeric-owner', '--format=gnu']
  const tar = spawn('tar', ['-C', dirname(folder), ...same, '--mode=u=rwX,go=rX', '-cf', '-', basename(folder)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const code = new Promise<number | null>((done, reject) => tar.once('close', done).once('error', reject))
  // Node's gzip writes no time into its header.
  await pipeline(tar.stdout, createGzip({ level: 9 }), createWriteStream(archive))
  if ((await code) !== 0) throw new Error(`tar ended with ${await code}`)
}

/** SHA-256 of a file, in hexadecimal digits. */
export async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

/** Writes `SHA256SUMS` with the digest of every file in the folder; `sha256sum -c SHA256SUMS` checks them. */
export async function writeDigests(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
  const lines: string[] = []
  for (const file of files) lines.push(`${await digestOf(file)}  ${relative(folder, file)}\n`)
  await writeFile(join(folder, 'SHA256SUMS'), lines.join(''))
}
