import { comparable, readFlag } from '@malote/core/import/import-columns.ts'
import { type ImportQuestion, mostLinesShown } from '@malote/core/import/import-preview.ts'
import { errors } from '@malote/core/shared/errors.ts'
import { cleanLine } from '@malote/core/shared/typed-text.ts'
import { requiredLine } from '@malote/core/shared/wire-values.ts'
import { role, roles } from '@malote/core/users/role.ts'
import { type NewUser, newUser, type UserEdit } from '@malote/core/users/user.ts'
import { administers, canChangeUser } from '@malote/core/users/user-rules.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../platform/db/connect.ts'
import { activeAdmins, type KnownUser, usersWithEmail } from '../users/public.ts'
import type { Decision, Importer } from './plan.ts'
import { changesBetween, problemsOf, roundedNote } from './plan.ts'
import type { CsvLine } from './read-csv.ts'

/** A change of an existing person. */
export interface UserChange {
  id: number
  edit: UserEdit
}

type UserDecision = Decision<NewUser, UserChange>

/** A line as in the file: a blank role or activity changes nothing, and the department is a name. */
const userLine = newUser.omit({ departmentId: true }).extend({
  department: requiredLine('Departamento é obrigatório'),
  role: z.enum(roles, 'Informe Admin, Gestor ou Usuário').optional(),
  isActive: z.boolean('Informe sim ou não').optional(),
})

/**
 * People, identified by e-mail. The usual rules apply, and the number of remaining Admins is updated from line to line.
 * An empty cell keeps what a known person has.
 *
 * @param confirmed lines of the questions about departments answered with yes
 * @param leftOut lines that change nobody, and so do not count for the remaining Admins
 */
export async function usersImporter(
  db: Db,
  viewer: Viewer,
  confirmed: ReadonlySet<number>,
  leftOut: ReadonlySet<number>,
): Promise<Importer<NewUser, UserChange>> {
  const departments = await namedDepartments(db, confirmed)
  let adminsLeft = (await activeAdmins(db).execute()).length
  /** People seen in an earlier line; later lines about them are refused. */
  const decided = new Set<string>()

  const decideLine = ({ line, name, before, note, input }: ReturnType<typeof readLine>): UserDecision => {
    const noted = note === undefined ? [] : [note]
    if (!input.success) return { kind: 'refused', name, notes: problemsOf('users', input.error) }
    const { department: departmentName, ...fields } = input.data
    const found = departments.find(departmentName, line)
    if ('problem' in found) return { kind: 'refused', name, notes: [`Departamento: ${found.problem}`] }
    const { department } = found
    const key = fields.email.toLowerCase()
    const named = { name: `${fields.name} (${fields.email})`, key }
    if (!before) {
      const { role: given = role.user, isActive = true } = fields
      const create: NewUser = { ...fields, departmentId: department.id, role: given, isActive }
      return { ...named, kind: 'created', notes: [`${given} · ${department.name}`, ...noted], create }
    }
    const after = { role: fields.role ?? before.role, isActive: fields.isActive ?? before.isActive }
    const notes = changesBetween(
      'users',
      {
        name: before.name,
        phone: before.phone,
        role: before.role,
        isActive: before.isActive,
        department: departments.nameOf(before.departmentId),
      },
      {
        name: fields.name,
        department: department.name,
        ...after,
        ...(fields.phone !== undefined && { phone: fields.phone || null }),
      },
    )
    if (notes.length === 0) {
      decided.add(key)
      return { ...named, kind: 'unchanged', notes: noted }
    }
    const verdict = canChangeUser(viewer, before, after, adminsLeft)
    if (!verdict.allowed) return { ...named, kind: 'refused', notes: [verdict.message] }
    if (!leftOut.has(line)) {
      if (!decided.has(key)) adminsLeft += Number(administers(after)) - Number(administers(before))
      decided.add(key)
    }
    const edit: UserEdit = { ...fields, ...after, email: before.email, departmentId: department.id }
    return { ...named, kind: 'changed', notes: [...notes, ...noted], change: { id: before.id, edit } }
  }

  return {
    importable: 'users',
    decide: async (trx, lines) => {
      const emails = lines.flatMap(({ cells }) => emailOf(cells) ?? [])
      const known = new Map((await usersWithEmail(trx, emails)).map((one) => [one.email.toLowerCase(), one]))
      const read = lines.map((line) => {
        const before = known.get(emailOf(line.cells) ?? '')
        return readLine(line, before, departments.nameOf(before?.departmentId ?? null))
      })
      await departments.read(
        trx,
        read.flatMap(({ input }) => (input.success ? [input.data.department] : [])),
      )
      return read.map(decideLine)
    },
    questions: departments.questions,
  }
}

const emailOf = ({ email }: CsvLine['cells']) => newUser.shape.email.safeParse(email).data?.toLowerCase()

/** @param department the name of the known person's department */
function readLine({ line, cells }: CsvLine, before: KnownUser | undefined, department: string | undefined) {
  const { isActive, role: given, phone: written = '', ...rest } = cells
  const { phone, note } = phoneOf(written)
  const fields = {
    ...rest,
    name: rest.name || before?.name,
    department: rest.department || department || '',
    ...(phone && { phone }),
    ...(given && { role: roles.find((one) => comparable(one) === comparable(given)) ?? given }),
    ...(isActive !== undefined && { isActive: readFlag(isActive) }),
  }
  return { line, name: fields.name || cells.email || '', before, note, input: userLine.safeParse(fields) }
}

/** A phone that the spreadsheet took for a number: rounded it is lost, and `.0` is not a part of it. */
function phoneOf(written: string): { phone: string; note?: string } {
  if (/^\d([.,]\d+)?e\+?\d+$/i.test(written)) return { phone: '', note: roundedNote('Telefone', written) }
  const whole = /^(\d+)[.,]0+$/.exec(written)?.[1]
  return whole ? { phone: whole, note: `Telefone: "${written}" é lido como ${whole}` } : { phone: written }
}

interface Department {
  id: number
  name: string
}

/** The department that a line refers to, or why the line is refused. */
type Found = { department: Department } | { problem: string }

/** The departments, looked up by their names in a file. */
interface NamedDepartments {
  /** Has the database normalise these names; must run before `find`. */
  read: (db: Db, names: readonly string[]) => Promise<void>
  /** @param line the line that contains the name */
  find: (written: string, line: number) => Found
  nameOf: (id: number | null) => string | undefined
  /** The questions so far, in order of line. */
  questions: () => ImportQuestion[]
}

/**
 * Finds a department by its exact name. If a name differs visibly, but only in letter case or accents, asks a question and
 * refuses its lines until the Admin confirms it.
 *
 * @param confirmed lines of the questions answered with yes
 */
async function namedDepartments(db: Db, confirmed: ReadonlySet<number>): Promise<NamedDepartments> {
  const { rows } = await sql<Department & { key: string }>`
    select id, name, searchable(name) as key from departments order by name`.execute(db)
  const byId = new Map(rows.map(({ id, name }) => [id, name]))
  const byName = new Map(rows.map((one) => [cleanLine(one.name), one]))
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
        select name, searchable(name) as key from unnest(${unknown}::text[]) name`.execute(trx)
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
