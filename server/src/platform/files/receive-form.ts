import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Multipart } from '@fastify/multipart'
import { tooManyFilesSentence } from '@malote/core/items/attachment-formats.ts'
import { AppError, type FieldErrors } from '@malote/core/shared/errors.ts'
import type { FastifyRequest } from 'fastify'
import { ensureSpace } from './free-space.ts'
import { discard, fieldOf, indexOf, type ReceivedFile, receiveFile } from './receive-file.ts'
import type { Scanner } from './scanner.ts'

/** Limits of a form. */
export interface FormRules {
  /** Local folder for the files until the form is accepted. */
  incoming: string
  /** Maximum bytes per file. */
  largestFile: number
  /** Allowed extensions, in lower case. */
  formats: readonly string[]
  /** Maximum number per item, including existing files, see `validateEdit`. */
  filesPerItem: number
  /** Without it, files are not scanned. */
  scanner: Scanner | undefined
  /** Number of fields that are not files. */
  fields: number
  /**
   * Called before a multipart form is read, with the bytes that will arrive; refuses by throwing. Returns a function that
   * is called with the bytes that did not arrive.
   */
  admit: (bytes: number) => Promise<(unused: number) => Promise<void>>
}

/** A request's fields, and its files on the local disk; the caller must validate both. */
export interface Form {
  fields: unknown
  files: readonly ReceivedFile[]
  /** Errors found so far, by field name. */
  fieldErrors: FieldErrors
}

/** Maximum bytes of all fields that are not files; the list of items is the longest. */
const largestFields = 2 * 1024 * 1024

/** Maximum size of all files in a form, in multiples of the largest file. */
const largestForm = 25

/**
 * Reads a multipart form, or a JSON body as a form without files, and passes it to `work`. Streams files to the local
 * disk, never whole into memory, and removes them afterwards unless `work` has moved them. `work` runs as the person is
 * then (`request.viewer`).
 *
 * @throws AppError MALFORMED_BODY, FILE_TOO_LARGE, TOO_MANY_FILES, BODY_TOO_LARGE, STORAGE_FULL, FILE_INFECTED,
 *   SCAN_UNAVAILABLE; what `admit` throws; NOT_SIGNED_IN when the session has ended meanwhile
 */
export async function withForm<Result>(
  request: FastifyRequest,
  rules: FormRules,
  work: (form: Form) => Promise<Result>,
): Promise<Result> {
  if (!request.isMultipart()) return work({ fields: request.body, files: [], fieldErrors: {} })
  const paths: string[] = []
  try {
    const form = await readForm(request, rules, paths)
    await request.server.admitUpload(request)
    // An upload may take ten minutes.
    await request.server.admitAgain(request)
    return await work(form)
  } finally {
    // A file that cannot be removed is swept later; the work is done, so this must not become an error.
    await Promise.allSettled(paths.map((path) => rm(path, { force: true })))
  }
}

async function readForm(request: FastifyRequest, rules: FormRules, paths: string[]): Promise<Form> {
  try {
    const expected = expectedBytes(request, rules)
    await mkdir(rules.incoming, { recursive: true, mode: 0o700 })
    await ensureSpace(rules.incoming, expected)
    const giveBack = await rules.admit(expected)
    const budget = openBudget(largestForm * rules.largestFile)
    try {
      return await readParts(request, rules, paths, budget)
    } catch (error) {
      const refusal = asRefusal(error)
      // What could not be read was parsed all the same.
      if (refusal !== error) await request.server.countBytes(Math.min(expected, largestFields), request.viewer.id)
      throw refusal
    } finally {
      await giveBack(expected - budget.spent())
    }
  } catch (error) {
    // Discards the rest of the request: a client reads the response only after it has sent everything.
    request.raw.unpipe()
    request.raw.resume()
    if (error instanceof AppError && error.code === 'UNAVAILABLE') {
      request.log.error({ err: error.cause }, 'an upload could not be written down')
    }
    throw error
  }
}

/**
 * The bytes that a request announces, or those of the largest form if it announces none.
 *
 * @throws AppError TOO_MANY_FILES
 */
function expectedBytes({ headers }: FastifyRequest, { largestFile }: FormRules): number {
  // As much again as the fields for the headers of all parts.
  const largest = largestForm * largestFile + 2 * largestFields
  const announced = headers['content-length']
  if (announced === undefined) return largest
  if (Number(announced) > largest) throw new AppError('TOO_MANY_FILES')
  return Number(announced)
}

/** Counts the bytes of a form's files before they are written. */
function openBudget(most: number) {
  let spent = 0
  return {
    spent: () => spent,
    /** @throws AppError TOO_MANY_FILES */
    spend(bytes: number) {
      spent += bytes
      if (spent > most) throw new AppError('TOO_MANY_FILES')
    },
  }
}

async function readParts(
  request: FastifyRequest,
  rules: FormRules,
  paths: string[],
  { spend }: ReturnType<typeof openBudget>,
): Promise<Form> {
  const fields = new Map<string, unknown>()
  const files: ReceivedFile[] = []
  const fieldErrors: FieldErrors = {}
  const perItem = new Map<number | undefined, number>()
  let fieldBytes = 0
  const { scanner } = rules
  const onInfected: Parameters<Scanner>[1]['onInfected'] = ({ fileName, signature }) => {
    request.infected = { file_name: fileName, signature }
  }
  const scan = scanner && ((upload: Parameters<Scanner>[0]) => scanner(upload, { log: request.log, onInfected }))
  const limits = { fileSize: rules.largestFile, fieldSize: largestFields, fields: rules.fields }
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') {
      const value = fieldValue(part)
      // A part of the type JSON has been parsed.
      const bytes = Buffer.byteLength(typeof value === 'string' ? value : JSON.stringify(value))
      await request.server.countBytes(bytes, request.viewer.id)
      fieldBytes += bytes
      if (fieldBytes > largestFields) throw new AppError('BODY_TOO_LARGE')
      fields.set(part.fieldname, value)
      continue
    }
    const index = indexOf(part)
    const count = (perItem.get(index) ?? 0) + 1
    perItem.set(index, count)
    if (index !== undefined && count > rules.filesPerItem) {
      fieldErrors[fieldOf(part)] ??= tooManyFilesSentence(rules.filesPerItem)
      await discard(part)
      continue
    }
    const path = join(rules.incoming, randomUUID())
    paths.push(path)
    const received = await receiveFile(part, path, { ...rules, spend, scan })
    if ('problem' in received) fieldErrors[received.field] ??= received.problem
    else files.push(received)
  }
  return { fields: Object.fromEntries(fields), files, fieldErrors }
}

function fieldValue(part: Multipart & { type: 'field' }): unknown {
  if (part.valueTruncated || part.fieldnameTruncated) throw new AppError('BODY_TOO_LARGE')
  return part.value
}

/** Errors with a status are limits of the plugin; anything else is a form that its parser cannot read. */
const asRefusal = (error: unknown) =>
  error instanceof AppError || (error instanceof Error && 'statusCode' in error)
    ? error
    : new AppError('MALFORMED_BODY', { cause: error })
