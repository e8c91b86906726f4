import { copyFile, readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { root, run as runProgram } from '../../scripts/lib/run.ts'
import { expectThat } from './expect-that.ts'

/** The `sh` blocks of docs/operate.md, in order. */
export async function blocksOfPage(): Promise<string[]> {
  const markdown = await readFile(join(root, 'docs/operate.md'), 'utf8')
  return [...markdown.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text)
}

/** Number of lines that a person types or pastes, without the contents of files. */
export const linesOf = (blocks: readonly string[]): number =>
  blocks
    .join('')
    .replaceAll(/<<'?END'?\n[\s\S]*?^END$/gm, '')
    .split('\n')
    .filter((line) => line.trim() !== '').length

/** Puts a release and its digest into a folder: the given one, or one that is made now. */
export async function placeRelease(folder: string, given: string | undefined): Promise<void> {
  if (given === undefined) {
    expectThat((await runProgram('node', ['scripts/release.ts', '--out', folder])) === 0, 'the release is made')
  } else {
    for (const end of ['', '.sha256']) await copyFile(given + end, join(folder, basename(given) + end))
  }
  expectThat(
    (await readdir(folder)).some((name) => name.endsWith('.sha256')),
    'there are an archive and its digest',
  )
}
