import { expect, it } from 'vitest'
import { isActive } from './navigation.ts'

it.each([
  ['/protocolos', '/protocolos', true],
  ['/protocolos', '/protocolos/318/editar', true],
  ['/protocolos', '/protocolos-antigos', false],
  ['/', '/', true],
  ['/', '/protocolos', false],
])('the entry %s on %s: %s', (entry, path, expected) => expect(isActive(entry, path)).toBe(expected))
