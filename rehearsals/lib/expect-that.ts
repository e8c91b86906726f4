/** Prints what was found true. @throws Error when it is not */
export function expectThat(isTrue: boolean, sentence: string): void {
  if (!isTrue) throw new Error(`not so: ${sentence}`)
  console.log(`ok: ${sentence}`)
}
