import { existsSync } from 'node:fs'
import sparticuz from '@sparticuz/chromium'

const installed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]

/** The browser of the journeys: CHROMIUM_PATH, an installed Chromium or Chrome, else the one inside the npm package. */
export const chromiumPath = async (): Promise<string> =>
  process.env.CHROMIUM_PATH ?? installed.find((path) => existsSync(path)) ?? (await sparticuz.executablePath())

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
