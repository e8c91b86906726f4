// Who may import whom: the rooms, the layers inside them, and the doors of the features. Prints every violation.
import { allArrows } from './boundaries/arrows.ts'
import { circles, refusal } from './boundaries/rules.ts'
import { root } from './lib/run.ts'

const arrows = await allArrows(root)
const violations = arrows.flatMap((arrow) => {
  const reason = refusal(arrow)
  return reason === undefined ? [] : [`${arrow.from} imports ${arrow.to}: ${reason}`]
})
const problems = [...violations, ...circles(arrows).map((circle) => `features in a circle: ${circle}`)]

for (const problem of problems) console.error(problem)
console.log(`${arrows.length} imports, ${problems.length} violations`)
process.exitCode = problems.length > 0 ? 1 : 0
