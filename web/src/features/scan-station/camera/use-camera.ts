import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type CameraFailure, cameraPermission, failureOf, isBlack } from './camera-failure.ts'
import DecodeWorker from './decode-worker.ts?worker'

export interface Camera {
  video: RefObject<HTMLVideoElement | null>
  /** The picture is there. */
  isOn: boolean
  failure: CameraFailure | null
  /** All cameras; their names are known once one is on. */
  devices: readonly MediaDeviceInfo[]
  deviceId: string | undefined
  choose: (deviceId: string) => void
  /** Null where the camera has no lamp. */
  torch: boolean | null
  setTorch: (isOn: boolean) => void
  restart: () => void
}

/** TypeScript's library does not know the lamp. */
type Torch = MediaTrackCapabilities & { torch?: boolean }

/** Pictures in a row that are black before that is a failure; the first ones of a camera often are. */
const mostBlack = 20
/** Milliseconds between two pictures that are read. */
const pause = 80

/**
 * The camera with its picture, read for codes until it is closed.
 *
 * @param onText what a code in the picture says, each time it is seen
 */
export function useCamera(onText: (text: string) => void): Camera {
  const video = useRef<HTMLVideoElement>(null)
  const stream = useRef<MediaStream>(undefined)
  const [attempt, setAttempt] = useState(0)
  const [deviceId, setDeviceId] = useState<string>()
  const [devices, setDevices] = useState<readonly MediaDeviceInfo[]>([])
  const [state, setState] = useState<{ isOn: boolean; failure: CameraFailure | null }>({ isOn: false, failure: null })
  const [torch, setTorch] = useState<boolean | null>(null)
  const tell = useEffectEvent(onText)
  const restart = () => setAttempt((before) => before + 1)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` opens the same camera anew
  useEffect(() => {
    let isOver = false
    let own: MediaStream | undefined
    let decoder: Decoder | undefined
    const fail = (failure: CameraFailure) => {
      if (!isOver) setState({ isOn: false, failure })
      close()
    }
    const close = () => {
      isOver = true
      decoder?.close()
      if (own) stopAll(own)
      if (stream.current === own) stream.current = undefined
    }
    const open = async () => {
      const constraints = deviceId ? { deviceId: { exact: deviceId } } : { facingMode: 'environment' }
      const opened = await navigator.mediaDevices.getUserMedia({
        video: { ...constraints, width: { ideal: 1920 }, height: { ideal: 1080 } },
      })
      if (isOver || !video.current) return stopAll(opened)
      own = opened
      stream.current = opened
      const [track] = opened.getVideoTracks()
      track?.addEventListener('ended', () => fail('unplugged'))
      video.current.srcObject = opened
      await video.current.play()
      setTorch((track?.getCapabilities?.() as Torch | undefined)?.torch ? false : null)
      setState({ isOn: true, failure: null })
      const known = await navigator.mediaDevices.enumerateDevices()
      setDevices(known.filter(({ kind }) => kind === 'videoinput'))
    }
    const read = async () => {
      decoder = await openDecoder()
      for (let black = 0; !isOver && video.current; ) {
        if (video.current.readyState >= video.current.HAVE_CURRENT_DATA && !document.hidden) {
          black = isBlack(video.current) ? black + 1 : 0
          if (black > mostBlack) return fail('black')
          for (const text of black > 0 ? [] : await decoder.decode(video.current)) if (!isOver) tell(text)
        }
        await new Promise((resolve) => setTimeout(resolve, pause))
      }
      if (isOver) decoder.close()
    }
    setState({ isOn: false, failure: null })
    open().then(
      () => read().catch(() => fail('reader')),
      async (error) => {
        console.warn(error)
        fail(failureOf(error, await cameraPermission()))
      },
    )
    return close
  }, [deviceId, attempt])

  // Back in front, some phones show a black picture until the camera is opened anew.
  const comeBack = useEffectEvent(() => {
    if (!document.hidden && state.isOn) restart()
  })
  useEffect(() => {
    document.addEventListener('visibilitychange', comeBack)
    return () => document.removeEventListener('visibilitychange', comeBack)
  }, [])

  const light = (isOn: boolean) => {
    const [track] = stream.current?.getVideoTracks() ?? []
    const advanced = [{ torch: isOn } as MediaTrackConstraintSet]
    track?.applyConstraints({ advanced }).then(
      () => setTorch(isOn),
      () => setTorch(null),
    )
  }
  return { video, ...state, devices, deviceId, choose: setDeviceId, torch, setTorch: light, restart }
}

function stopAll(stream: MediaStream) {
  for (const track of stream.getTracks()) track.stop()
}

/** Reads the codes in the picture of a video. */
interface Decoder {
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
async function openDecoder(): Promise<Decoder> {
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
