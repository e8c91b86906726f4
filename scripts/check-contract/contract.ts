export interface Contract {
  /** Numbers of the statements, in their order; a number that is used twice stands here twice. */
  statements: string[]
  /** Numbers that may be cited: those of statements and of their sections. */
  numbers: ReadonlySet<string>
}

/** @param markdown docs/contract.md: headings `## 4 States` and statements `* **4.5** …` */
export function readContract(markdown: string): Contract {
  const statements = [...markdown.matchAll(/^\* \*\*(\d+(?:\.\d+)+)\*\* /gm)].map(([, number = '']) => number)
  const sections = [...markdown.matchAll(/^##+ (\d+(?:\.\d+)*) /gm)].map(([, number = '']) => number)
  return { statements, numbers: new Set([...statements, ...sections]) }
}
