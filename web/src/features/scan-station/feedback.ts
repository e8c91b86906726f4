import { storage } from '../../lib/browser-storage.ts'
import { createStore } from '../../lib/external-store.ts'
import type { Answer } from './station.ts'

/** Tones of an answer, in hertz and seconds: a bright one, two equal ones, a long low one. They differ without a look. */
const tones: Readonly<Record<Answer['outcome'], readonly (readonly [hertz: number, seconds: number])[]>> = {
  done: [[1_175, 0.12]],
  found: [[784, 0.12]],
  already: [
    [587, 0.09],
    [587, 0.09],
  ],
  refused: [[165, 0.5]],
}

/** Milliseconds of vibration and of the pauses between. */
const pulses: Readonly<Record<Answer['outcome'], number[]>> = {
  ...{ done: [60], found: [40], already: [60, 80, 60], refused: [300, 100, 300] },
}

const kept = (key: string) => {
  const store = createStore(storage.get(key) !== 'off')
  return {
    ...store,
    set(isOn: boolean) {
      storage.set(key, isOn ? 'on' : 'off')
      store.set(isOn)
    },
  }
}

/** What this browser does beside showing an answer. */
export const sound = kept('scan-sound')
export const vibration = kept('scan-vibration')

export const canVibrate = () => typeof navigator.vibrate === 'function'

let context: AudioContext | undefined

/** Says an answer to somebody who is not looking. */
export function tellAnswer({ outcome }: Answer) {
  if (vibration.get() && canVibrate()) navigator.vibrate(pulses[outcome])
  if (sound.get() && globalThis.AudioContext) play(outcome)
}

function play(outcome: Answer['outcome']) {
  context ??= new AudioContext()
  // Browsers begin silent, until the first key or press.
  void context.resume()
  let at = context.currentTime
  for (const [hertz, seconds] of tones[outcome]) {
    const [tone, volume] = [context.createOscillator(), context.createGain()]
    tone.type = outcome === 'refused' ? 'square' : 'sine'
    tone.frequency.value = hertz
    volume.gain.setValueAtTime(outcome === 'refused' ? 0.15 : 0.3, at)
    // Without a fade it clicks.
    volume.gain.setTargetAtTime(0, at + seconds * 0.7, 0.02)
    tone.connect(volume).connect(context.destination)
    tone.start(at)
    tone.stop(at + seconds)
    at += seconds + 0.05
  }
}
