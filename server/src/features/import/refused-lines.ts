import type { Db } from '../../platform/db/connect.ts'
import { csvBeginning, csvLines } from '../../platform/exports/csv.ts'
import { validateLines } from './plan.ts'
import { readCsv } from './read-csv.ts'
import type { Import } from './run-import.ts'
import { suppliersImporter } from './suppliers-importer.ts'
import { usersImporter } from './users-importer.ts'

/**
 * The refused lines as in the file, with the reasons, to be corrected and imported again. Streams batch by batch, so
 * that the number of lines does not matter for memory.
 *
 * @throws AppError IMPORT_UNREADABLE, IMPORT_TOO_LONG, before the first line
 */
export async function refusedLines(
  db: Db,
  { importable, viewer, content, confirmed, leftOut }: Import,
): Promise<AsyncGenerator<string>> {
  // Reads the whole file first: once lines have been sent, the request cannot be refused any more.
  for await (const _ of (await readCsv(importable, content)).batches);
  const file = await readCsv(importable, content)
  const validated =
    importable === 'suppliers'
      ? validateLines(db, suppliersImporter, file, leftOut)
      : validateLines(db, await usersImporter(db, viewer, confirmed, leftOut), file, leftOut)
  // Some programs leave out the empty cells at the end of a line.
  const filledUp = (raw: readonly string[]) => [...raw, ...file.titles.slice(raw.length).map(() => '')]
  return (async function* () {
    yield csvBeginning + csvLines([[...file.titles, 'Motivo']])
    for await (const batch of validated) {
      const refused = batch.filter(({ decision }) => decision.kind === 'refused')
      if (refused.length > 0) {
        yield csvLines(refused.map(({ line, decision }) => [...filledUp(line.raw), decision.notes.join('; ')]))
      }
    }
  })()
}
