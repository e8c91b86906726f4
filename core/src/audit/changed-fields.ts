/** Fields of a record by their wire names; the values are those of JSON. */
export type WireFields = Readonly<Record<string, unknown>>

/**
 * The fields that differ, as they were and as they are. Absent and null are the same.
 *
 * @returns undefined when nothing differs
 */
export function changedFields(
  before: WireFields,
  after: WireFields,
): { before: WireFields; after: WireFields } | undefined {
  const names = Object.keys({ ...before, ...after }).filter(
    (name) => JSON.stringify(before[name] ?? null) !== JSON.stringify(after[name] ?? null),
  )
  if (names.length === 0) return undefined
  const pick = (fields: WireFields) => Object.fromEntries(names.map((name) => [name, fields[name] ?? null]))
  return { before: pick(before), after: pick(after) }
}
