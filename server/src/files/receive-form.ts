import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Multipart } from '@fastify/multipart'
import { tooManyFilesSentence } from '@malote/core/items/attachment-formats.ts'
import { AppError, type FieldErrors } from '@malote/core/shared/errors.ts'
import type { FastifyRequest } from 'fastify'
import { type ReceivedFile, receiveFile } from './receive-file.ts'
import type { Scanner } from './scanner.ts'

/** Limits of a form. */
export interface FormRules {
  /** Local folder for the files until the form is accepted. */
  incoming: string
  /** Maximum bytes per file. */
  largestFile: number
  /** Allowed extensions, in lower case. */
  formats: readonly string[]
  /** Maximum number per item, including existing files, see `judgeEdit`. */
  filesPerItem: number
  /** Without it, files are not scanned. */
  scanner: Scanner | undefined
}

/** A request's fields, and its files on the local disk; the caller must validate both. */
export interface Form {
  fields: unknown
  files: readonly ReceivedFile[]
  /** Errors found so far, by field name. */
  fieldErrors: FieldErrors
}

/** Maximum bytes of a field that is not a file; the list of items is the longest. */
const largestField = 2 * 1024 * 1024

/** Maximum size of all files in a form, in multiples of the largest file. */
const largestForm = 25

/**
 * Reads a multipart form, or a JSON body as a form without files, and passes it to `work`. Streams files to the local
 * disk, never whole into memory, and removes them afterwards unless `work` has moved them.
 *
 * @throws AppError MALFORMED_BODY, FILE_TOO_LARGE, TOO_MANY_FILES, BODY_TOO_LARGE, FILE_INFECTED, SCAN_UNAVAILABLE
 */
export async function withForm<Result>(
  request: FastifyRequest,
  rules: FormRules,
  work: (form: Form) => Promise<Result>,
): Promise<Result> {
  if (!request.isMultipart()) return work({ fields: request.body, files: [], fieldErrors: {} })
  const paths: string[] = []
  try {
    return await work(await readForm(request, rules, paths))
  } finally {
    // A file that cannot be removed is swept later; the work is done, so this must not become an error.
    await Promise.allSettled(paths.map((path) => rm(path, { force: true })))
  }
}

async function readForm(request: FastifyRequest, rules: FormRules, paths: string[]): Promise<Form> {
  await mkdir(rules.incoming, { recursive: true, mode: 0o700 })
  const fields = new Map<string, unknown>()
  const files: ReceivedFile[] = []
  const fieldErrors: FieldErrors = {}
  let bytes = 0
  const { scanner } = rules
  const scan = scanner && ((upload: Parameters<Scanner>[0]) => scanner(upload, request.log))
  try {
    for await (const part of request.parts({ limits: { fileSize: rules.largestFile, fieldSize: largestField } })) {
      if (part.type === 'field') {
        fields.set(part.fieldname, fieldValue(part))
        continue
      }
      const path = join(rules.incoming, randomUUID())
      paths.push(path)
      const received = await receiveFile(part, path, { ...rules, scan })
      if ('problem' in received) {
        fieldErrors[received.field] ??= received.problem
        continue
      }
      files.push(received)
      bytes += received.sizeBytes
      if (bytes > largestForm * rules.largestFile) throw new AppError('TOO_MANY_FILES')
      if (files.filter(({ index }) => index === received.index).length > rules.filesPerItem) {
        fieldErrors[received.field] ??= tooManyFilesSentence(rules.filesPerItem)
      }
    }
  } catch (error) {
    // Discards the rest of the request: a client reads the response only after it has sent everything.
    request.raw.unpipe()
    request.raw.resume()
    const refusal = asRefusal(error)
    if (refusal instanceof AppError && refusal.code === 'UNAVAILABLE') {
      request.log.error({ err: refusal.cause }, 'an upload could not be written down')
    }
    throw refusal
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
