import { AppError } from '@malote/core/shared/errors.ts'

/** The error for a path with an impossible id. */
export const unknownRecord = () => new AppError('ROUTE_NOT_FOUND', { message: 'Registro não encontrado' })
