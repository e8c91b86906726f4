import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../lib/run.ts'

// proves 19.2
it('the program of a release starts a server that the repository has', () => {
  const [, server = ''] = /"\$home\/(\S+\.ts)" "\$@"/.exec(readFileSync(join(root, 'deploy/malote'), 'utf8')) ?? []
  expect(server).toMatch(/^server\//)
  expect(existsSync(join(root, server)), server).toBe(true)
})
