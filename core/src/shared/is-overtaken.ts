/**
 * Whether an edit would overwrite a value that the user has not seen, because another user saved it in the meantime. A
 * field that already has the new value is no conflict, so an edit whose response was lost can be sent again.
 *
 * @param seen    field values when the edit began; undefined or missing ones are not compared
 * @param before  the record without the edit
 * @param after   the record with the edit
 * @see docs/contract.md 12.26
 */
export function isOvertaken<Fields extends object>(seen: Fields | undefined, before: Fields, after: Fields): boolean {
  const fields = Object.keys(seen ?? {}) as (keyof Fields)[]
  return fields.some((field) => !isSame(seen?.[field], before[field]) && !isSame(after[field], before[field]))
}

/** Empty fields are sent as null, or not at all. */
const isSame = (one: unknown, other: unknown) => (one ?? null) === (other ?? null)
