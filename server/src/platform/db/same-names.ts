import { AppError } from '@malote/core/shared/errors.ts'
import { refuseOn } from './failures.ts'

/** Catalogs with unique names: `Saude` and `SAÚDE ` are the same name. The database compares them (`searchable()`). */
const catalogs = {
  departments: { one: 'o departamento', field: 'dpname' },
  categories: { one: 'a categoria', field: 'ctname' },
  item_types: { one: 'o tipo de item', field: 'type_name' },
} as const

/**
 * Awaits a change that saves a row.
 *
 * @param change a whole transaction
 * @throws AppError NAME_TAKEN, which names the row that has the same name
 */
export const refuseTakenName = <Result>(catalog: keyof typeof catalogs, change: Promise<Result>): Promise<Result> =>
  refuseOn(
    'unique',
    (cause) => {
      const { one, field } = catalogs[catalog]
      // The trigger reports the other row's name as the error's detail.
      const message = `Já existe ${one} "${(cause as { detail: string }).detail}"`
      return new AppError('NAME_TAKEN', { message, fieldErrors: { [field]: message }, cause })
    },
    change,
  )
