import { AppError } from '@malote/core/shared/errors.ts'

/** Refuses a path whose identity no record can have. */
export const unknownRecord = () => new AppError('ROUTE_NOT_FOUND', { message: 'Registro não encontrado' })
