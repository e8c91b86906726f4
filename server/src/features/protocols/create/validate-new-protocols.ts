import { itemList, type NewProtocol, type NewProtocols } from '@malote/core/protocols/protocol.ts'
import { newProtocolsWire, newProtocolWire } from '@malote/core/protocols/protocol.wire.ts'
import { canSendFrom } from '@malote/core/protocols/protocol-rules.ts'
import { conflictWithCategories, missingReasons } from '@malote/core/protocols/return-requirement.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import { ensure } from '@malote/core/shared/ensure.ts'
import { errors, type FieldErrors, invalidFields } from '@malote/core/shared/errors.ts'
import { flag, requiredId } from '@malote/core/shared/wire-values.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { z } from 'zod'
import { findReferences, type References } from '../../../domain/custody/references.queries.ts'
import type { Db } from '../../../platform/db/connect.ts'
import type { Form } from '../../../platform/files/receive-form.ts'
import { type Decoded, decodeBody } from '../../../platform/http/valid-body.ts'
import { usualSpan } from '../forms/compute-due-dates.ts'
import { misplacedFiles, withLists } from '../forms/protocol-form.ts'
import { referenceErrors } from '../forms/reference-errors.ts'

/** A valid form, and the records that it refers to. */
export interface ValidatedProtocol {
  protocol: NewProtocol
  references: References
}

/** The form of a new protocol as it was sent. */
export interface NewProtocolForm extends Form {
  body: unknown
  decoded: Decoded<NewProtocol>
}

/** @throws AppError MALFORMED_BODY */
export function readNewProtocol(form: Form): NewProtocolForm {
  const body = withLists(form.fields)
  return { ...form, body, decoded: decodeBody(newProtocolWire, body) }
}

/**
 * Validates the form of a new protocol.
 *
 * @param today the organisation's civil day
 * @throws AppError ONLY_OWN_DEPARTMENT_SENDS first, then INVALID_INPUT with every wrong field
 */
export async function validateNewProtocol(
  db: Db,
  viewer: Viewer,
  form: NewProtocolForm,
  today: CivilDate,
): Promise<ValidatedProtocol> {
  const { body, decoded } = form
  ensureMaySend(viewer, body)
  const { value: protocol, fieldErrors } = decoded
  if (!protocol) throw invalidFields({ ...fieldErrors, ...reasonsMissingIn(body, fieldErrors), ...form.fieldErrors })

  const { originDepartmentId, destinationDepartmentId, items } = protocol
  const span = protocol.requiresReturn ? usualSpan(today) : undefined
  const references = await findReferences(db, [originDepartmentId, destinationDepartmentId], items, span)
  const found: FieldErrors = {
    ...departmentErrors(protocol, references),
    ...contentErrors(protocol, references, form),
    ...referenceErrors(items, references, destinationDepartmentId),
  }
  if (Object.keys(found).length > 0) throw invalidFields(found)
  return { protocol, references }
}

/** Errors that do not depend on the destination. */
function contentErrors(
  { requiresReturn, items }: Pick<NewProtocol, 'requiresReturn' | 'items'>,
  { categories }: References,
  form: Form,
): FieldErrors {
  const chosen = items.flatMap(({ categoryId }) => (categoryId ? (categories.get(categoryId) ?? []) : []))
  const conflict = conflictWithCategories(requiresReturn, chosen)
  return {
    ...(conflict && { requires_return: conflict }),
    ...missingReasons(requiresReturn, items),
    ...misplacedFiles(form.files, items.length),
    ...form.fieldErrors,
  }
}

/**
 * The parts of the form that the checks below need. Created once, because creating a schema costs more than using it.
 */
const withOrigin = z.object({ origin_department_id: requiredId('') })
const withReasons = z.object({ requires_return: flag, items: itemList(z.looseObject({})) })

/**
 * Checked before the fields: users who may not send from that department learn nothing about a valid form (contract
 * 12.4).
 */
function ensureMaySend(viewer: Viewer, body: unknown) {
  const origin = withOrigin.safeParse(body)
  if (origin.success) ensure(canSendFrom(viewer, origin.data.origin_department_id))
}

/** Missing reasons, reported even when other fields are wrong, so that people can correct everything at once. */
function reasonsMissingIn(body: unknown, known: FieldErrors): FieldErrors {
  const partial = withReasons.safeParse(body)
  if (!partial.success) return {}
  const items = partial.data.items.map(({ reason }) => ({ reason: typeof reason === 'string' ? reason : null }))
  const missing = missingReasons(partial.data.requires_return, items)
  return Object.fromEntries(Object.entries(missing).filter(([path]) => !(path in known)))
}

function departmentErrors(protocol: NewProtocol, { departments }: References): FieldErrors {
  const { originDepartmentId, destinationDepartmentId } = protocol
  const message = errors.DEPARTMENT_NOT_FOUND.message
  return {
    ...(!departments.has(originDepartmentId) && { origin_department_id: message }),
    ...(!departments.has(destinationDepartmentId) && { destination_department_id: message }),
  }
}

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
