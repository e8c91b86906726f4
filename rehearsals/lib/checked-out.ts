import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../scripts/lib/run.ts'

/** The sources of a commit in a folder of their own, with the packages of this repository. */
export interface CheckedOut {
  folder: string
  migrations: string[]
  remove: () => void
}

export function checkOut(commit: string): CheckedOut {
  const folder = mkdtempSync(join(tmpdir(), 'malote-version-'))
  execFileSync(
    'sh',
    ['-c', 'git archive "$1" core server scripts e2e package.json | tar -x -C "$2"', 'sh', commit, folder],
    {
      cwd: root,
    },
  )
  const packages = join(folder, 'node_modules')
  mkdirSync(join(packages, '@malote'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== '@malote') symlinkSync(join(root, 'node_modules', name), join(packages, name))
  }
  for (const name of ['core', 'server']) symlinkSync(join(folder, name), join(packages, '@malote', name))
  return {
    folder,
    migrations: readdirSync(join(folder, 'server/src/platform/db/migrations')).sort(),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** The newest commit without the last `count` migrations of this one. */
export function beforeMigrations(commit: string, count: number): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  const folder = 'server/src/platform/db/migrations'
  const last = git('ls-tree', '-r', '--name-only', commit, `${folder}/`).split('\n').slice(-count)
  const added = git('log', '--format=%H', '--diff-filter=A', '--reverse', commit, '--', ...last).split('\n')
  return git('rev-parse', `${added[0]}^`)
}
