import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../lib/run.ts'

/** Class and attribute names of Mantine's own markup: they change with its versions, and users never see or hear them. */
const libraryMarkup = /\.mantine-|data-mantine|mantineColorScheme|data-combobox|\.m_[0-9a-f]{6}/

it('tests find things by roles and names, not by the markup of a library', () => {
  const files = globSync(['e2e/**/*.ts', 'web/src/**/*.test.{ts,tsx}'], { cwd: root })
  expect(files.length).toBeGreaterThan(20)
  const offences = files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => (libraryMarkup.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
  )
  expect(offences).toEqual([])
})

it('browser tests watch the console: their `test` is ours', () => {
  const specs = globSync('e2e/*.spec.ts', { cwd: root })
  const blind = specs.filter(
    (file) => !/import \{ test \} from '\.\/support\/test\.ts'/.test(readFileSync(join(root, file), 'utf8')),
  )
  expect(blind).toEqual([])
})
