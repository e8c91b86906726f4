import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../lib/run.ts'
import { faults } from './faults.ts'

it.each(faults)('the seeded fault "$kind" fits the code', ({ file, from, test }) => {
  expect(readFileSync(join(root, file), 'utf8').split(from)).toHaveLength(2)
  expect(existsSync(join(root, test.split(' ')[0] ?? ''))).toBe(true)
})
