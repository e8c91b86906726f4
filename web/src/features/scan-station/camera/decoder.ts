import DecodeWorker from './decode-worker.ts?worker'

/** Reads the codes in the picture of a video. */
export interface Decoder {
  /** @throws when the reader could not be loaded */
  decode: (video: HTMLVideoElement) => Promise<string[]>
  close: () => void
}

interface BrowserDetector {
  detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]>
}
declare global {
  interface Window {
    // Not in TypeScript's library.
    BarcodeDetector?: {
      new (options: { formats: string[] }): BrowserDetector
      getSupportedFormats: () => Promise<string[]>
    }
  }
}

/** The browser's own reader where it has one, else ours in a worker. */
export async function openDecoder(): Promise<Decoder> {
  const Detector = window.BarcodeDetector
  // Some browsers have the class and no reader behind it.
  const formats = await Detector?.getSupportedFormats().catch((): string[] => [])
  if (Detector && formats?.includes('qr_code')) {
    const detector = new Detector({ formats: ['qr_code'] })
    return {
      decode: async (video) => (await detector.detect(video)).map(({ rawValue }) => rawValue),
      close: () => undefined,
    }
  }
  return workerDecoder()
}

/** Width to which larger pictures are scaled: more takes longer and finds no more. */
const mostPixels = 1_280

function workerDecoder(): Decoder {
  const worker = new DecodeWorker()
  return {
    async decode(video) {
      const { videoWidth: width, videoHeight: height } = video
      const scale = Math.min(1, mostPixels / Math.max(width, height))
      const picture = await createImageBitmap(video, {
        ...{ resizeWidth: Math.round(width * scale), resizeHeight: Math.round(height * scale) },
      })
      return new Promise((resolve, reject) => {
        worker.onmessage = ({ data }: MessageEvent<{ texts?: string[]; error?: string }>) =>
          data.texts ? resolve(data.texts) : reject(new Error(data.error))
        worker.onerror = ({ message }) => reject(new Error(message))
        worker.postMessage(picture, [picture])
      })
    },
    close: () => worker.terminate(),
  }
}
