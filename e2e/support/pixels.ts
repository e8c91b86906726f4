import type { Locator, Page } from '@playwright/test'

/** What an element shows, as RGBA bytes. */
export interface Picture {
  width: number
  height: number
  bytes: number[]
}

/** A picture of an element without pointer, transitions and, usually, focus. Decoded by the browser. */
export async function pictureOf(target: Locator, { keepsFocus = false } = {}): Promise<Picture> {
  const page = target.page()
  await page.mouse.move(0, 0)
  if (!keepsFocus) {
    await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
  }
  return decode(page, await target.screenshot({ animations: 'disabled' }))
}

/** As text, because an array of numbers takes seconds on its way from the browser. */
async function decode(page: Page, png: Buffer): Promise<Picture> {
  const { pixels, ...size } = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const { width, height } = bitmap
    const context = new OffscreenCanvas(width, height).getContext('2d')
    context?.drawImage(bitmap, 0, 0)
    let pixels = ''
    for (const byte of context?.getImageData(0, 0, width, height).data ?? []) pixels += String.fromCharCode(byte)
    return { width, height, pixels: btoa(pixels) }
  }, png.toString('base64'))
  return { ...size, bytes: [...Buffer.from(pixels, 'base64')] }
}

/** How many pixels of two pictures of the same element clearly differ. */
export function differences(one: Picture, other: Picture): number {
  let count = 0
  for (let at = 0; at < Math.max(one.bytes.length, other.bytes.length); at += 4) {
    const distance = [0, 1, 2].map((channel) =>
      Math.abs((one.bytes[at + channel] ?? 0) - (other.bytes[at + channel] ?? 0)),
    )
    if (Math.max(...distance) > 60) count += 1
  }
  return count
}

/** Relative luminance of the pixels, 0 to 1, row by row. */
export const luminances = ({ bytes }: Picture): number[] =>
  Array.from({ length: bytes.length / 4 }, (_, pixel) => luminance(bytes.slice(pixel * 4, pixel * 4 + 3)))

/** The luminance of one pixel; negative coordinates count from the right and the bottom. */
export function luminanceAt(picture: Picture, x: number, y: number): number {
  const [column, row] = [x < 0 ? picture.width + x : x, y < 0 ? picture.height + y : y].map(Math.round)
  const at = ((row ?? 0) * picture.width + (column ?? 0)) * 4
  return luminance(picture.bytes.slice(at, at + 3))
}

function luminance(channels: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = channels.map((byte) => {
    const channel = byte / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
