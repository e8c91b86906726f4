import type { NewProtocols } from '@malote/core/protocols/protocol.ts'
import { newProtocolsWire } from '@malote/core/protocols/protocol.wire.ts'
import { errors, type FieldErrors, invalidFields } from '@malote/core/shared/errors.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { findReferences, type References } from '../../../domain/custody/references.queries.ts'
import type { Db } from '../../../platform/db/connect.ts'
import type { Form } from '../../../platform/files/receive-form.ts'
import { type Decoded, decodeBody } from '../../../platform/http/decode-body.ts'
import { withLists } from '../forms/protocol-form.ts'
import { referenceErrors } from '../forms/reference-errors.ts'
import { contentErrors, ensureMaySend, reasonsMissingIn } from './validate-new-protocol.ts'

/** A form for several destinations as it was sent. */
interface SeveralForm extends Form {
  body: unknown
  /** Each destination once. */
  decoded: Decoded<NewProtocols>
}

/** A valid form, and the records that it refers to; a destination that is not among them does not exist. */
export interface ValidatedProtocols {
  contents: Omit<NewProtocols, 'destinationDepartmentIds'>
  destinations: readonly number[]
  references: References
}

/** True when a form is for several destinations; both kinds are sent to the same path. */
export function isForSeveral({ fields }: Form): boolean {
  const ids = (fields as { destination_department_ids?: unknown } | null | undefined)?.destination_department_ids
  return ids !== undefined && ids !== null && ids !== ''
}

/** @throws AppError MALFORMED_BODY */
export function readSeveral(form: Form): SeveralForm {
  const body = withLists(form.fields)
  const decoded = decodeBody(newProtocolsWire, body)
  const { value } = decoded
  if (!value) return { ...form, body, decoded }
  const destinationDepartmentIds = [...new Set(value.destinationDepartmentIds)]
  return { ...form, body, decoded: { value: { ...value, destinationDepartmentIds } } }
}

/**
 * Validates all but the destinations, of which each may fail alone.
 *
 * @throws AppError ONLY_OWN_DEPARTMENT_SENDS first, then INVALID_INPUT with every wrong field
 */
export async function validateSeveral(db: Db, viewer: Viewer, form: SeveralForm): Promise<ValidatedProtocols> {
  const { body, decoded } = form
  ensureMaySend(viewer, body)
  const { value, fieldErrors } = decoded
  if (!value) throw invalidFields({ ...fieldErrors, ...reasonsMissingIn(body, fieldErrors), ...form.fieldErrors })

  const { destinationDepartmentIds: destinations, ...contents } = value
  const { originDepartmentId, items } = contents
  const references = await findReferences(db, [originDepartmentId, ...destinations], items)
  const found: FieldErrors = {
    ...(!references.departments.has(originDepartmentId) && {
      origin_department_id: errors.DEPARTMENT_NOT_FOUND.message,
    }),
    ...contentErrors(contents, references, form),
    ...referenceErrors(items, references),
  }
  if (Object.keys(found).length > 0) throw invalidFields(found)
  return { contents, destinations, references }
}
