import { describe, expect, it } from 'vitest'
import { hasRuntimeOnly, isComplete } from './installation.mjs'

const lockFile = {
  '': {},
  server: { version: '0.1.0' },
  'node_modules/@malote/server': { link: true },
  'node_modules/fastify': { version: '5.0.0' },
  'node_modules/vite': { version: '8.0.0', dev: true },
  'node_modules/other-system': { version: '1.0.0', optional: true },
}
const { 'node_modules/vite': vite, 'node_modules/other-system': _, ...production } = lockFile
const everything = { ...production, 'node_modules/vite': vite }
const scope = { isRuntimeOnly: false }

describe('an installation', () => {
  it('is complete without what only other systems need', () => {
    expect(isComplete(lockFile, everything, scope)).toBe(true)
  })

  it.each([
    ['nothing is installed', {}],
    ['a package is missing', production],
    ['a package has another version', { ...everything, 'node_modules/fastify': { version: '4.9.9' } }],
  ])('is not complete when %s', (_case, present) => {
    expect(isComplete(lockFile, present, scope)).toBe(false)
  })

  // proves V15.2.3
  it('for production is one without any tool of the build and the tests', () => {
    expect(hasRuntimeOnly(production)).toBe(true)
    expect(hasRuntimeOnly(everything)).toBe(false)
    expect(hasRuntimeOnly({})).toBe(false)
    expect(isComplete(lockFile, production, { isRuntimeOnly: true })).toBe(true)
  })
})
