import type { Db } from '../../db/connect.ts'
import { csvBeginning, csvLines } from '../../documents/csv.ts'
import { judgeLines } from './plan.ts'
import { readCsv } from './read-csv.ts'
import type { Import } from './run-import.ts'
import { suppliersImporter } from './suppliers-importer.ts'
import { usersImporter } from './users-importer.ts'

/**
 * The refused lines as they stand in the file, and why: to be corrected and brought in again. Batch by batch, so that as
 * many as there may be weigh nothing.
 *
 * @throws AppError IMPORT_UNREADABLE, IMPORT_TOO_LONG, before the first line
 */
export async function refusedLines(
  db: Db,
  { importable, viewer, content, confirmed }: Import,
): Promise<AsyncGenerator<string>> {
  // Read to its end before anything is answered: once lines are on their way, nothing can be refused any more.
  for await (const _ of (await readCsv(importable, content)).batches);
  const file = await readCsv(importable, content)
  const judged =
    importable === 'suppliers'
      ? judgeLines(db, suppliersImporter, file)
      : judgeLines(db, await usersImporter(db, viewer, confirmed), file)
  return (async function* () {
    yield csvBeginning + csvLines([[...file.titles, 'Motivo']])
    for await (const batch of judged) {
      const refused = batch.filter(({ decision }) => decision.kind === 'refused')
      if (refused.length > 0) {
        yield csvLines(refused.map(({ line, decision }) => [...line.raw, decision.notes.join('; ')]))
      }
    }
  })()
}
