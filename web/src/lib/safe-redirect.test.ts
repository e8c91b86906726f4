import { expect, it } from 'vitest'
import { safeRedirect } from './safe-redirect.ts'

it.each(['/protocolos?page=2', '/protocolos?search=a//b', '/protocolos/318', '/'])('goes back to %s', (address) => {
  expect(safeRedirect(address)).toBe(address)
})

it.each([
  undefined,
  '',
  '//evil.example',
  '/\\evil.example',
  '/.//evil.example',
  '/../..//evil.example',
  '/\t/evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '/login',
])('never leaves for %s', (address) => expect(safeRedirect(address)).toBe('/'))
