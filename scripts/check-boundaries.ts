// Checks imports: packages, layers, the doors of features, and no circles; and the documents that describe this. Prints
// every violation.
import { readdir, readFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { allArrows } from './check-boundaries/arrows.ts'
import {
  circlesOfFeatures,
  circlesOfFiles,
  circlesOfFolders,
  drawnOrder,
  misdrawn,
  missingFiles,
  refusal,
} from './check-boundaries/rules.ts'
import { root } from './lib/run.ts'

const arrows = await allArrows(root)
const violations = arrows.flatMap((arrow) => {
  const reason = refusal(arrow)
  return reason === undefined ? [] : [`${arrow.from} imports ${arrow.to}: ${reason}`]
})
const problems = [
  ...violations,
  ...circlesOfFeatures(arrows).map((circle) => `features of server in a circle: ${circle}`),
  ...circlesOfFolders(arrows).map((circle) => `folders of a feature in a circle: ${circle}`),
  ...circlesOfFiles(arrows).map((circle) => `files in a circle: ${circle}`),
  ...(await problemsOfArchitecture()),
  ...(await missingInDocuments()),
]

for (const problem of problems) console.error(problem)
console.log(`${arrows.length} imports, ${problems.length} violations`)
process.exitCode = problems.length > 0 ? 1 : 0

/** Checks that the document names every folder and draws the features in the order in which they use each other. */
async function problemsOfArchitecture(): Promise<string[]> {
  const document = await readFile(join(root, 'docs/architecture.md'), 'utf8')
  const problems: string[] = []
  for (const folder of ['server/src', 'web/src']) {
    for (const name of await foldersIn(folder)) {
      if (!document.includes(`| \`${folder}/${name}\``))
        problems.push(`architecture.md does not name ${folder}/${name}`)
    }
  }
  const features = await foldersIn('server/src/features')
  const wrong = misdrawn(drawnOrder(document), features, arrows)
  problems.push(...wrong.map((sentence) => `architecture.md, features of server: ${sentence}`))
  return problems
}

/** Checks that the files named in the documents exist. */
async function missingInDocuments(): Promise<string[]> {
  const topFolders = ['core', 'server', 'web', 'e2e', 'scripts', 'rehearsals', 'docs', 'deploy']
  const files = [...(await filesOf('.', false)), ...(await Promise.all(topFolders.map((name) => filesOf(name)))).flat()]
  const documents = files.filter((file) => /^(docs\/[^/]+|README|scripts\/README)\.md$/.test(file))
  const missing = await Promise.all(
    documents.map(async (document) => {
      const names = missingFiles(await readFile(join(root, document), 'utf8'), files)
      return names.map((name) => `${document} names ${name}, which does not exist`)
    }),
  )
  return missing.flat()
}

/** Paths from the root, with forward slashes. */
async function filesOf(folder: string, recursive = true): Promise<string[]> {
  const names = await readdir(join(root, folder), { recursive })
  const paths = names.map((name) => posix.join(folder, name.replaceAll('\\', '/')))
  return paths.filter((path) => !/(^|\/)(node_modules|dist)\//.test(path))
}

async function foldersIn(folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
}
