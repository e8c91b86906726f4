import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { renderSVG } from 'uqr'

/** How a label may look to a camera, as styles of the label. */
export const views = {
  sharp: '',
  small: 'transform: scale(0.45)',
  blurred: 'filter: blur(3px)',
  'out of focus': 'filter: blur(5px)',
  dark: 'filter: brightness(0.25)',
  'washed out': 'filter: contrast(0.35) brightness(1.3)',
  'at an angle': 'transform: perspective(700px) rotateY(45deg) rotateX(20deg)',
  turned: 'transform: rotate(37deg)',
  'turned and blurred': 'transform: rotate(160deg) scale(0.7); filter: blur(2px)',
  stamped: '--stamp: 1',
} as const
export type View = keyof typeof views

/**
 * A picture of a label as a camera sees it, in the format of Chromium's fake camera.
 *
 * @param folder where the file is written
 * @returns its path
 */
export async function pictureOfLabel(browser: Browser, folder: string, address: string, view: View): Promise<string> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } })
  const stamp = view === 'stamped' ? '<div class="stamp"></div>' : ''
  await page.setContent(`<style>
    body { margin: 0; height: 720px; display: grid; place-items: center; background: #8a7d6d }
    .label { position: relative; padding: 32px; background: #fff; ${views[view]} }
    svg { display: block; width: 360px; height: 360px }
    .stamp { position: absolute; right: 40px; bottom: 40px; width: 90px; height: 90px; border-radius: 50%; background: #1b4f9c }
  </style><div class="label">${renderSVG(address, { ecc: 'Q', border: 2 })}${stamp}</div>`)
  const file = join(folder, `${view.replaceAll(' ', '-')}.mjpeg`)
  await writeFile(file, await page.screenshot({ type: 'jpeg', quality: 80 }))
  await page.close()
  return file
}
