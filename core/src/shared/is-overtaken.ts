/**
 * Whether an edit would overwrite a value that the person has not seen, because somebody else saved it in between. A field
 * that already has the wanted value is no conflict, so an edit whose answer was lost can be sent again.
 *
 * @param seen    fields as they were when the person began; undefined or missing ones are not compared
 * @param before  the entry without the edit
 * @param after   the entry with it
 * @see docs/contract.md 12.26
 */
export function isOvertaken<Fields extends object>(seen: Fields | undefined, before: Fields, after: Fields): boolean {
  const fields = Object.keys(seen ?? {}) as (keyof Fields)[]
  return fields.some((field) => !isSame(seen?.[field], before[field]) && !isSame(after[field], before[field]))
}

/** Blank fields travel as null, or not at all. */
const isSame = (one: unknown, other: unknown) => (one ?? null) === (other ?? null)
