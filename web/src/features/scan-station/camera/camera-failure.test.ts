import { expect, it } from 'vitest'
import { cameraFailures, failureOf } from './camera-failure.ts'

const named = (name: string) => new DOMException('', name)

// proves 23.20
it.each([
  ['refused', named('NotAllowedError'), 'denied', 'refused'],
  ['refused where the browser does not say', named('NotAllowedError'), undefined, 'refused'],
  ['closed without an answer', named('NotAllowedError'), 'prompt', 'dismissed'],
  ['taken by another program', named('NotReadableError'), 'granted', 'busy'],
  ['not there', named('NotFoundError'), 'granted', 'missing'],
  ['another one than was chosen', named('OverconstrainedError'), 'granted', 'missing'],
  ['without TLS', new TypeError('mediaDevices is undefined'), undefined, 'insecure'],
  ['broken in another way', new Error('?'), 'granted', 'unknown'],
] as const)('a camera that is %s says so, and that the field still works', (_, error, permission, failure) => {
  expect(failureOf(error, permission)).toBe(failure)
  expect(cameraFailures[failure]).toMatch(/O leitor e o campo continuam funcionando\.$/)
})
