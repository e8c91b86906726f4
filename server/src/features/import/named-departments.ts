import { type ImportQuestion, mostLinesShown } from '@malote/core/import/import-preview.ts'
import { errors } from '@malote/core/shared/errors.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/connect.ts'

interface Department {
  id: number
  name: string
}

/** The department that a line refers to, or why the line is refused. */
type Found = { department: Department } | { problem: string }

/** The departments, looked up by their names in a file. */
export interface NamedDepartments {
  /** Has the database normalise these names; must run before `find`. */
  read: (db: Db, names: readonly string[]) => Promise<void>
  /** @param line the line that contains the name */
  find: (written: string, line: number) => Found
  nameOf: (id: number | null) => string | undefined
  /** The questions so far, in order of line. */
  questions: () => ImportQuestion[]
}

/**
 * Finds a department by its exact name. If a name differs only in letter case, accents or spaces, asks a question and
 * refuses its lines until the Admin confirms it.
 *
 * @param confirmed lines of the questions answered with yes
 */
export async function namedDepartments(db: Db, confirmed: ReadonlySet<number>): Promise<NamedDepartments> {
  const { rows } = await sql<Department & { key: string }>`
    select id, name, same_name(name) as key from departments order by name`.execute(db)
  const byId = new Map(rows.map(({ id, name }) => [id, name]))
  const byName = new Map(rows.map((one) => [one.name, one]))
  const byKey = Map.groupBy(rows, ({ key }) => key)
  const keyOf = new Map<string, string>()
  const questions = new Map<string, ImportQuestion>()

  const ask = (written: string, line: number, department: Department): Found => {
    const question = questions.get(written) ?? {
      ...{ line, written, meant: department.name, lines: 0 },
      isConfirmed: confirmed.has(line),
    }
    question.lines += 1
    if (questions.size < mostLinesShown) questions.set(written, question)
    if (question.isConfirmed) return { department }
    return { problem: `"${written}" é "${department.name}"? Confirme na conferência ou escreva como no cadastro` }
  }

  return {
    async read(trx, names) {
      const unknown = [...new Set(names)].filter((name) => !byName.has(name) && !keyOf.has(name))
      const read = await sql<{ name: string; key: string }>`
        select name, same_name(name) as key from unnest(${unknown}::text[]) name`.execute(trx)
      for (const { name, key } of read.rows) keyOf.set(name, key)
    },
    find(written, line) {
      const exact = byName.get(written)
      if (exact) return { department: exact }
      const [department, ...others] = byKey.get(keyOf.get(written) ?? '') ?? []
      if (!department) return { problem: `${errors.DEPARTMENT_NOT_FOUND.message} (${written})` }
      if (others.length === 0) return ask(written, line, department)
      const names = [department, ...others].map(({ name }) => `"${name}"`).join(' e ')
      return { problem: `Há mais de um departamento com este nome: ${names}. Escreva como no cadastro` }
    },
    nameOf: (id) => byId.get(id ?? 0),
    questions: () => [...questions.values()],
  }
}
