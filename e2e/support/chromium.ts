import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import sparticuz from '@sparticuz/chromium'

const installed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]

/** A whole browser: CHROMIUM_PATH, an installed Chromium or Chrome, else the one inside the npm package. */
export const chromiumPath = async (): Promise<string> =>
  process.env.CHROMIUM_PATH ?? installed.find((path) => existsSync(path)) ?? (await sparticuz.executablePath())

/**
 * The browser of the tests, by its name the same in every place: Chromium without windows, from the npm package. It needs
 * half the time of one that draws tabs and toolbars for nobody. Where it does not run, `chromiumPath`.
 */
export async function headlessPath(): Promise<string> {
  if (process.env.CHROMIUM_PATH === undefined) {
    const packed = await sparticuz.executablePath()
    if (spawnSync(packed, ['--version']).status === 0) return packed
  }
  return chromiumPath()
}

/** Chromium in a container, as root, without a graphics card and without calling home. */
export const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
