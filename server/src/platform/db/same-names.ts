import { AppError } from '@malote/core/shared/errors.ts'
import { sql } from 'kysely'
import type { Db } from './connect.ts'
import { refuseOn } from './violations.ts'

/** Registers with unique names: `Saude` and `SAÚDE ` are the same name. The database compares them (`same_name`). */
const registers = {
  departments: { one: 'o departamento', many: 'departamentos', field: 'dpname' },
  categories: { one: 'a categoria', many: 'categorias', field: 'ctname' },
  item_types: { one: 'o tipo de item', many: 'tipos de itens', field: 'type_name' },
} as const

/**
 * Awaits a change that saves a row.
 *
 * @param change a whole transaction
 * @throws AppError NAME_TAKEN, which names the row that has the same name
 */
export const refuseTakenName = <Result>(register: keyof typeof registers, change: Promise<Result>): Promise<Result> =>
  refuseOn(
    'unique',
    (cause) => {
      const { one, field } = registers[register]
      // The trigger reports the other row's name as the error's detail.
      const message = `Já existe ${one} "${(cause as { detail: string }).detail}"`
      return new AppError('NAME_TAKEN', { message, fieldErrors: { [field]: message }, cause })
    },
    change,
  )

/**
 * One Portuguese sentence for each group of rows with the same name, from before names were compared in this way; []
 * when all differ.
 */
export async function describeSameNames(db: Db): Promise<string[]> {
  const sentences: string[] = []
  for (const [table, { many }] of Object.entries(registers)) {
    const { rows } = await sql<{ names: string[] }>`
      select array_agg(name order by name) as names from ${sql.table(table)}
      group by same_name(name) having count(*) > 1 order by same_name(name)
    `.execute(db)
    if (rows.length === 0) continue
    const same = rows.map(({ names }) => names.map((name) => `"${name}"`).join(' e '))
    sentences.push(`Há ${many} com o mesmo nome: ${same.join(', ')}. Mude o nome de um deles em Configurações.`)
  }
  return sentences
}
