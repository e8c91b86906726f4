import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin } from '../builders.ts'
import { fuzzRuns, fuzzTimeout } from '../fuzz-runs.ts'
import { testOrganisation } from '../organisation.ts'

type Organisation = Awaited<ReturnType<typeof testOrganisation>>

let organisation: Organisation
let senderToken: string
let adminToken: string

beforeAll(async () => {
  organisation = await testOrganisation({
    ownDatabase: true,
    config: { FAIR_USE_FACTOR: 1000, UPLOAD_DAILY_MB: 1_000_000 },
  })
  senderToken = await organisation.tokenOf(organisation.sender)
  adminToken = await organisation.tokenOf(await buildAdmin(organisation.db))
})

const lineEnd = fc.constantFrom('\r\n', '\r\n', '\r\n', '\n', '\r', '')
const dashes = fc.constantFrom('--', '--', '--', '-', '---', '')
const fieldName = fc.oneof(
  fc.constantFrom(
    'remarks',
    'items',
    'attachment_0',
    'attachment_00',
    'attachment_9999',
    '__proto__',
    'constructor',
    '',
  ),
  fc.string({ unit: 'binary', maxLength: 200 }),
)
const fileName = fc.oneof(
  fc.constantFrom('a.pdf', 'a.txt', 'a.docx', '../../a.txt', 'a.exe', '', 'a\u0000.pdf', `${'x'.repeat(5_000)}.txt`),
  fc.string({ unit: 'binary', maxLength: 50 }),
)
const content = fc.oneof(
  fc.constantFrom('%PDF-1.7\n', 'PK\u0003\u0004', 'Olá', '[{"item_type_id":1}]', '[', '', '\u0089PNG\r\n\u001a\n'),
  fc.uint8Array({ maxLength: 6_000 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
)
const header = fc.oneof(
  fc.tuple(fieldName).map(([name]) => `Content-Disposition: form-data; name="${name}"`),
  fc
    .tuple(fieldName, fileName)
    .map(([name, file]) => `Content-Disposition: form-data; name="${name}"; filename="${file}"`),
  fc.constantFrom(
    'Content-Type: application/json',
    'Content-Type: text/plain; charset=utf-16',
    'Content-Transfer-Encoding: base64',
    "Content-Disposition: form-data; name*=UTF-8''%zz; filename*=x'y",
    'Content-Disposition: attachment',
    `X: ${'y'.repeat(20_000)}`,
    ':',
  ),
)
const part = fc
  .record({ dashes, headers: fc.array(header, { maxLength: 4 }), content, lineEnd })
  .map(
    ({ dashes, headers, content, lineEnd }) =>
      `${dashes}b${lineEnd}${headers.join(lineEnd)}${lineEnd}${lineEnd}${content}${lineEnd}`,
  )
const form = fc
  .record({ parts: fc.array(part, { maxLength: 8 }), end: fc.constantFrom('--b--\r\n', '--b--', '--b', '') })
  .map(({ parts, end }) => Buffer.from(parts.join('') + end, 'latin1'))

const cell = fc.oneof(
  fc.constantFrom('Nome', 'E-mail', 'CNPJ', 'a@malote.test', '11222333000181', '"', '""', '"a\n', '=1+1', '\ufeff', ''),
  fc.string({ unit: 'binary', maxLength: 30 }),
)
const spreadsheet = fc.oneof(
  fc
    .record({
      rows: fc.array(fc.array(cell, { maxLength: 12 }), { maxLength: 20 }),
      separator: fc.constantFrom(';', ',', '\t'),
    })
    .map(({ rows, separator }) => Buffer.from(rows.map((row) => row.join(separator)).join('\r\n'))),
  fc.uint8Array({ maxLength: 4_000 }).map((bytes) => Buffer.from(bytes)),
)

async function send(method: 'POST' | 'PUT', url: string, contentType: string, payload: Buffer, token: string) {
  const reply = await organisation.app.inject({
    method,
    url,
    payload,
    headers: { authorization: `Bearer ${token}`, 'content-type': contentType },
  })
  expect(reply.statusCode, `${payload.toString('latin1').slice(0, 2_000)}\n${reply.body}`).toBeLessThan(500)
  if (reply.statusCode >= 400) expect(reply.json().message).toMatch(/^\p{Lu}.{5,}/u)
}

describe('bytes that no form and no spreadsheet has', () => {
  // proves 18.47
  it(
    'are answered with a sentence by the parser of forms, and leave no file',
    async () => {
      await fc.assert(
        fc.asyncProperty(form, (bytes) =>
          send('POST', '/api/protocols', 'multipart/form-data; boundary=b', bytes, senderToken),
        ),
        fuzzRuns(150),
      )
      expect(await organisation.filesOnDisk()).toEqual([])
    },
    fuzzTimeout,
  )

  // proves 18.47
  it.each(['suppliers', 'users'])(
    'are answered with a sentence by the import of %s',
    async (what) => {
      await fc.assert(
        fc.asyncProperty(spreadsheet, (bytes) =>
          send('POST', `/api/import/${what}/preview`, 'text/csv', bytes, adminToken),
        ),
        fuzzRuns(60),
      )
    },
    fuzzTimeout,
  )
})
