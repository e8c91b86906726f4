import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url'

// Our own copy; by default it would come from a CDN.
prepareZXingModule({ overrides: { locateFile: () => wasm } })

let canvas: OffscreenCanvas | undefined

/** Reads the QR codes of a picture. Answers each message, with `error` when the reader could not be loaded. */
addEventListener('message', async ({ data: picture }: MessageEvent<ImageBitmap>) => {
  try {
    const { width, height } = picture
    canvas ??= new OffscreenCanvas(width, height)
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height })
    const context = canvas.getContext('2d', { willReadFrequently: true })
    if (!context) throw new Error('no canvas')
    context.drawImage(picture, 0, 0)
    picture.close()
    const found = await readBarcodes(context.getImageData(0, 0, width, height), {
      ...{ formats: ['QRCode'], tryHarder: true, maxNumberOfSymbols: 4 },
    })
    postMessage({ texts: found.map(({ text }) => text) })
  } catch (error) {
    postMessage({ error: String(error) })
  }
})
