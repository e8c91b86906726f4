// Who may import whom: the rooms, the layers inside them, the doors of the features, and no circles. Prints every violation.
import { allArrows } from './boundaries/arrows.ts'
import { circlesOfFeatures, circlesOfFiles, circlesOfRooms } from './boundaries/circles.ts'
import { refusal } from './boundaries/rules.ts'
import { refusalAtDoor } from './boundaries/web-doors.ts'
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
]

for (const problem of problems) console.error(problem)
console.log(`${arrows.length} imports, ${problems.length} violations`)
process.exitCode = problems.length > 0 ? 1 : 0
