import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Multipart } from '@fastify/multipart'
import { tooManyFilesSentence } from '@malote/core/items/attachment-formats.ts'
import { AppError, type FieldErrors } from '@malote/core/shared/errors.ts'
import type { FastifyRequest } from 'fastify'
import { type ReceivedFile, receiveFile } from './receive-file.ts'

/** What a form may carry. */
export interface FormRules {
  /** Local folder for the files while the form is judged. */
  incoming: string
  /** Bytes, per file. */
  largestFile: number
  /** Extensions, in lower case. */
  formats: readonly string[]
  /** With those that it has already, see `judgeEdit`. */
  filesPerItem: number
}

/** A request's fields, and its files on the local disk; both are still to be judged by whoever asked for them. */
export interface Form {
  fields: unknown
  files: readonly ReceivedFile[]
  /** What is already known to be wrong, by the name of the field. */
  fieldErrors: FieldErrors
}

/** Bytes of one field that is not a file; the list of items is the longest. */
const largestField = 2 * 1024 * 1024

/** Whole files' worth of bytes that one form may carry. */
const largestForm = 25

/**
 * Reads a multipart form, or takes a JSON body as one without files, and gives it to `work`. Files go to the local disk
 * as they arrive, never whole into memory, and are gone afterwards unless `work` moved them.
 *
 * @throws AppError MALFORMED_BODY, FILE_TOO_LARGE, TOO_MANY_FILES, BODY_TOO_LARGE
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
    // One that cannot be removed is swept later: it must not make an error of what is done by now.
    await Promise.allSettled(paths.map((path) => rm(path, { force: true })))
  }
}

async function readForm(request: FastifyRequest, rules: FormRules, paths: string[]): Promise<Form> {
  await mkdir(rules.incoming, { recursive: true, mode: 0o700 })
  const fields = new Map<string, unknown>()
  const files: ReceivedFile[] = []
  const fieldErrors: FieldErrors = {}
  let bytes = 0
  try {
    for await (const part of request.parts({ limits: { fileSize: rules.largestFile, fieldSize: largestField } })) {
      if (part.type === 'field') {
        fields.set(part.fieldname, fieldValue(part))
        continue
      }
      const path = join(rules.incoming, randomUUID())
      paths.push(path)
      const received = await receiveFile(part, path, rules)
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
    // What is still under way is let through unread: a client only listens to the answer once it has sent everything.
    request.raw.unpipe()
    request.raw.resume()
    const refusal = asRefusal(error)
    if (refusal instanceof AppError && refusal.kind === 'unavailable') {
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

/** Errors with a status are the plugin's own limits; the rest is a form that its parser does not understand. */
const asRefusal = (error: unknown) =>
  error instanceof AppError || (error instanceof Error && 'statusCode' in error)
    ? error
    : new AppError('MALFORMED_BODY', { cause: error })
