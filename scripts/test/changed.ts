import { execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { posix } from 'node:path'
import { root } from '../lib/run.ts'

/** The changes of a working copy to the main branch. */
export interface Changes {
  /** The commit that it started from. */
  base: string
  /** Paths from the root: what was committed since, what was not, and new files; not what was deleted. */
  files: string[]
}

export function changesSinceMain(): Changes {
  const base = git('merge-base', 'HEAD', hasCommit('origin/main') ? 'origin/main' : 'main')
  const edited = git('diff', '--name-only', '--diff-filter=d', base)
  const added = git('ls-files', '--others', '--exclude-standard')
  return { base, files: `${edited}\n${added}`.split('\n').filter((file) => file !== '') }
}

/** The tests of the API and of pages: what changed may break nearly all of them, so these are only the nearest. */
export const slowTests = (): string[] =>
  globSync(['server/src/**/*.test.ts', 'web/src/**/*.page.test.tsx'], { cwd: root }).map((file) =>
    file.replaceAll('\\', '/'),
  )

/** Those of the tests that lie beside a changed file or, for a file of core, in the feature of the same name. */
export function nearest(tests: readonly string[], changed: readonly string[]): string[] {
  const folders = new Set(changed.map((file) => posix.dirname(file)))
  const features = new Set(changed.flatMap((file) => /^core\/src\/([^/]+)\//.exec(file)?.[1] ?? []))
  return tests.filter((test) => {
    const folder = posix.dirname(test)
    const feature = /^(?:server|web)\/src\/(?:features|domain)\/([^/]+)$/.exec(folder)?.[1]
    return folders.has(folder) || (feature !== undefined && features.has(feature))
  })
}

const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

function hasCommit(name: string): boolean {
  try {
    git('rev-parse', '--verify', '--quiet', name)
    return true
  } catch {
    return false
  }
}
