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
