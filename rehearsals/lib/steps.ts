import { copyFile, readdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { root, run as runProgram } from '../../scripts/lib/run.ts'

/** Prints what was found true. @throws Error when it is not */
export function expectThat(isTrue: boolean, sentence: string): void {
  if (!isTrue) throw new Error(`not so: ${sentence}`)
  console.log(`ok: ${sentence}`)
}

/** Steps that undo what a drill has started, last one first; a step that fails does not keep the others from running. */
export async function withUndo<Result>(
  work: (undo: (step: () => unknown) => void) => Promise<Result>,
): Promise<Result> {
  const steps: (() => unknown)[] = []
  try {
    return await work((step) => steps.push(step))
  } finally {
    for (const step of steps.reverse()) {
      try {
        await step()
      } catch (error) {
        console.error(error)
      }
    }
  }
}

/** Puts a release and its digest into a folder: the given one, or one that is made now, from nothing. @returns the archive */
export async function placeRelease(folder: string, given: string | undefined): Promise<string> {
  if (given === undefined) {
    await rm(join(root, 'web/dist'), { recursive: true, force: true })
    expectThat((await runProgram('node', ['scripts/release.ts', '--out', folder])) === 0, 'the release is made')
  } else {
    for (const end of ['', '.sha256']) await copyFile(given + end, join(folder, basename(given) + end))
  }
  const names = await readdir(folder)
  const archive = names.find((name) => name.endsWith('.tar.gz')) ?? ''
  expectThat(names.includes(`${archive}.sha256`), 'there are an archive and its digest')
  return join(folder, archive)
}
