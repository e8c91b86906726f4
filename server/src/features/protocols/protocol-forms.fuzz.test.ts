import { describe, expect, it } from 'vitest'
import { multipart } from '../../test/client.ts'
import { fuzzTimeout, wasPutOff } from '../../test/fuzz-runs.ts'
import { testOrganisation } from '../../test/organisation.ts'

const wrong: [string, unknown][] = [
  ['null', null],
  ['a number', 3.7],
  ['a huge number', 1e308],
  ['a negative number', -1],
  ['a list', [[]]],
  ['an object', { $ne: 1 }],
  ['true', true],
  ['a huge text', 'x'.repeat(300_000)],
  ['NUL', 'a\u0000b'],
  ['half a character', '\ud800'],
  ['SQL', "'; drop table protocols; --"],
  ['HTML', '<script>alert(1)</script>'],
  ['emoji', '🦙'.repeat(6000)],
  ['blank', ' \t\n'],
]

describe('the forms of a protocol, sent nonsense', () => {
  it.each(wrong)(
    'answer %s in any field with a sentence, and write nothing',
    { timeout: fuzzTimeout },
    async (_what, value) => {
      const { as, sender, destination, itemType, form, rowCounts, filesOnDisk } = await testOrganisation()
      const created = await as(sender).post('/api/protocols', form())
      const path = `/api/protocols/${created.body.id}`
      const [item] = (await as(sender).get(path)).body.items
      const before = await rowCounts()

      const valid = { id: item.id, item_type_id: itemType.id, document_number: 'A', reason: 'x' }
      const accepted = { protocols: 0, files: 0 }
      const bodies: unknown[] = [
        value,
        ...['remarks', 'origin_department_id', 'destination_department_id', 'requires_return', 'items'].map((name) =>
          form({ [name]: value }),
        ),
        ...['item_type_id', 'category_id', 'supplier_id', 'destination_user_id', 'description'].map((name) =>
          form({ items: [{ ...valid, [name]: value }] }),
        ),
        form({ destination_department_ids: value }),
        form({ destination_department_ids: [destination.id, value] }),
        form({ items: [value] }),
      ]
      for (const body of bodies) {
        for (const send of [as(sender).post, as(sender).put]) {
          const url = send === as(sender).post ? '/api/protocols' : path
          const sent = [
            body,
            ...(isForm(body) ? [multipart(body, { attachment_0: { name: 'a.txt', content: 'Olá' } })] : []),
          ]
          for (const one of sent) {
            const reply = await send(url, one)
            if (wasPutOff(reply)) continue
            expect(reply.status, `${JSON.stringify(body)?.slice(0, 300)}`).toBeLessThan(500)
            if (reply.status === 201) accepted.protocols += 1
            if (reply.status < 300 && one instanceof FormData) accepted.files += 1
            if (reply.status >= 400) expect(reply.body.message).toMatch(/^[A-ZÀ-Ú].{5,}/)
          }
        }
      }
      // Some of the input is valid: markup and SQL are accepted as remarks. Rejected input must leave nothing behind.
      expect((await rowCounts()).protocols).toBe(before.protocols + accepted.protocols)
      expect(await filesOnDisk()).toHaveLength(accepted.files)
    },
  )

  const form = 'multipart/form-data; boundary=b'
  const named = (name: string) => `Content-Disposition: form-data; name="${name}"`
  // proves V1.5.2, V15.3.6
  it.each([
    ['no boundary', 'multipart/form-data', 'x'],
    ['a body that ends early', form, `--b\r\n${named('remarks')}\r\n\r\nx`],
    ['a file that ends early', form, `--b\r\n${named('attachment_0')}; filename="a.txt"\r\n\r\nx`],
    ['no form at all', form, 'abc'],
    ['nothing', form, ''],
    ['a part without a name', form, '--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--\r\n'],
    ['a prototype', form, `--b\r\n${named('__proto__')}\r\n\r\nx\r\n--b--\r\n`],
    ['broken JSON', 'application/json', '{"remarks":'],
    ['JSON with a prototype', 'application/json', '{"__proto__":{"a":1}}'],
    ['another type', 'text/csv', 'a;b'],
    ['no type', '', 'a'],
  ])('answer %s with a sentence', async (_what, contentType, payload) => {
    const { app, sender, rowCounts, filesOnDisk, as, form, tokenOf } = await testOrganisation()
    const created = await as(sender).post('/api/protocols', form())
    const before = await rowCounts()
    const token = await tokenOf(sender)
    for (const [method, url] of [
      ['POST', '/api/protocols'],
      ['PUT', `/api/protocols/${created.body.id}`],
    ] as const) {
      const reply = await app.inject({
        method,
        url,
        payload,
        headers: { authorization: `Bearer ${token}`, ...(contentType && { 'content-type': contentType }) },
      })
      expect([400, 415]).toContain(reply.statusCode)
      expect(reply.json().message).toMatch(/^[A-ZÀ-Ú].{5,}/)
    }
    expect(await rowCounts()).toEqual(before)
    expect(await filesOnDisk()).toEqual([])
  })
})

const isForm = (body: unknown): body is Record<string, unknown> =>
  typeof body === 'object' && body !== null && 'remarks' in body
