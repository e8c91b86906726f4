// `npm run hooks`: has git run `npm run check -- --changed` before each push from this clone. Leaves hooks that are there
// alone, and says what it did; `git config --unset core.hooksPath` takes it back.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { root } from './lib/run.ts'

const ours = 'scripts/hooks'

const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

const configured = spawnSync('git', ['config', '--get', 'core.hooksPath'], {
  cwd: root,
  encoding: 'utf8',
}).stdout.trim()
const ownHook = resolve(root, git('rev-parse', '--git-common-dir'), 'hooks/pre-push')

if (configured === ours) {
  console.log(`Nothing to do: git already runs the hooks in ${ours}.`)
} else if (configured !== '' || existsSync(ownHook)) {
  console.error(`Left alone: git runs ${configured || ownHook} here. Call ${ours}/pre-push from it.`)
  process.exitCode = 1
} else {
  git('config', 'core.hooksPath', ours)
  console.log(`From now on git runs ${ours}/pre-push before each push: npm run check -- --changed.`)
}
