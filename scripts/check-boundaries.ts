// Checks who may import whom: packages, layers, the doors of features, and no circles. Prints every violation.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { allArrows } from './check-boundaries/arrows.ts'
import { circlesOfFeatures, circlesOfFiles, circlesOfRooms } from './check-boundaries/circles.ts'
import { drawnOrder, misdrawn } from './check-boundaries/drawn-order.ts'
import { refusal } from './check-boundaries/rules.ts'
import { refusalAtDoor } from './check-boundaries/web-doors.ts'
import { root } from './lib/run.ts'

const arrows = await allArrows(root)
const violations = arrows.flatMap((arrow) => {
  const reason = refusal(arrow) ?? refusalAtDoor(arrow)
  return reason === undefined ? [] : [`${arrow.from} imports ${arrow.to}: ${reason}`]
})
const problems = [
  ...violations,
  ...circlesOfFeatures(arrows, 'server').map((circle) => `features of server in a circle: ${circle}`),
  ...circlesOfFeatures(arrows, 'web').map((circle) => `features of web in a circle: ${circle}`),
  ...circlesOfRooms(arrows).map((circle) => `rooms of a feature in a circle: ${circle}`),
  ...circlesOfFiles(arrows).map((circle) => `files in a circle: ${circle}`),
  ...(await problemsOfArchitecture()),
]

for (const problem of problems) console.error(problem)
console.log(`${arrows.length} imports, ${problems.length} violations`)
process.exitCode = problems.length > 0 ? 1 : 0

/** Checks that the document names every folder and draws the features in the order in which they use each other. */
async function problemsOfArchitecture(): Promise<string[]> {
  const document = await readFile(join(root, 'docs/architecture.md'), 'utf8')
  const problems: string[] = []
  for (const folder of ['server/src', 'web/src', 'scripts']) {
    for (const name of await foldersIn(folder)) {
      if (!document.includes(`| \`${folder}/${name}\``))
        problems.push(`architecture.md does not name ${folder}/${name}`)
    }
  }
  for (const side of ['server', 'web'] as const) {
    const features = await foldersIn(`${side}/src/features`)
    const wrong = misdrawn(drawnOrder(document, side), side, features, arrows)
    problems.push(...wrong.map((sentence) => `architecture.md, features of ${side}: ${sentence}`))
  }
  return problems
}

async function foldersIn(folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
}
