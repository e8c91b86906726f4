import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { buildAdmin, buildDepartment, buildProtocol } from './builders.ts'
import { multipart } from './client.ts'
import { testOrganisation } from './organisation.ts'
import { file, samplePdf } from './sample-files.ts'

type Organisation = Awaited<ReturnType<typeof testOrganisation>>

interface Upload {
  /** Default: the sender of the organisation. */
  by?: { id: number }
  method?: 'POST' | 'PUT'
  url: string
  body: FormData | Blob
}

/** Sends a body, and has something happen before its last bytes arrive. */
async function slowly(
  { app, tokenOf, sender }: Organisation,
  { by = sender, method = 'POST', url, body }: Upload,
  meanwhile: () => Promise<unknown>,
) {
  const encoded = new Response(body)
  const bytes = Buffer.from(await encoded.arrayBuffer())
  const half = bytes.length / 2
  async function* parts() {
    yield bytes.subarray(0, half)
    await meanwhile()
    yield bytes.subarray(half)
  }
  const reply = await app.inject({
    ...{ method, url, payload: Readable.from(parts(), { objectMode: false }) },
    headers: {
      authorization: `Bearer ${await tokenOf(by)}`,
      'content-type': encoded.headers.get('content-type') ?? '',
      'content-length': String(bytes.length),
    },
  })
  return { status: reply.statusCode, body: reply.json() }
}

const withFile = (fields: Record<string, unknown>) => multipart(fields, { attachment_0: file('a.pdf', samplePdf) })

/** The requests that take files. */
const uploads: [string, (organisation: Organisation) => Promise<Upload>][] = [
  ['a creation', async ({ form }) => ({ url: '/api/protocols', body: withFile(form()) })],
  [
    'an edit',
    async (organisation) => {
      const { id, items } = await ownProtocol(organisation)
      const edited = items.map((item) => ({ id: item.id, item_type_id: item.itemTypeId }))
      return { method: 'PUT', url: `/api/protocols/${id}`, body: withFile({ remarks: 'Corrigido', items: edited }) }
    },
  ],
  [
    'an occurrence',
    async (organisation) => {
      const { items } = await ownProtocol(organisation)
      const url = `/api/protocols/items/${items[0]?.id}/occurrences`
      return { url, body: withFile({ kind: 'lost', description: 'Não está na caixa' }) }
    },
  ],
  [
    'an import',
    async ({ db }) => {
      const lines = ['CNPJ;Código;Loja;Razão Social;UF;Cidade;Ativo', '45997418000153;;;Gráfica Sol;SP;Santos;Sim']
      const body = new Blob([lines.join('\n')], { type: 'text/csv' })
      return { by: await buildAdmin(db), url: '/api/import/suppliers?token=x', body }
    },
  ],
]

const ownProtocol = ({ db, origin, destination, sender }: Organisation) =>
  buildProtocol(db, { originDepartmentId: origin.id, destinationDepartmentId: destination.id, createdBy: sender.id })

// proves 10.10
it.each(uploads)('%s is refused when its sender was signed out while it was sent', async (_, prepare) => {
  const organisation = await testOrganisation()
  const { db, rowCounts, filesOnDisk } = organisation
  const upload = await prepare(organisation)
  const before = await rowCounts()
  const reply = await slowly(organisation, upload, () => db.deleteFrom('sessions').execute())
  expect(reply).toMatchObject({ status: 401, body: { code: 'NOT_SIGNED_IN' } })
  expect(await rowCounts()).toEqual(before)
  expect(await filesOnDisk()).toEqual([])
})

it('a creation is made by who the sender is when all has arrived', async () => {
  const organisation = await testOrganisation()
  const { db, sender, form, rowCounts } = organisation
  const elsewhere = await buildDepartment(db)
  const before = await rowCounts()
  const reply = await slowly(organisation, { url: '/api/protocols', body: withFile(form()) }, () =>
    db.updateTable('users').set({ departmentId: elsewhere.id }).where('id', '=', sender.id).execute(),
  )
  expect(reply).toMatchObject({ status: 403, body: { code: 'ONLY_OWN_DEPARTMENT_SENDS' } })
  expect(await rowCounts()).toEqual(before)
})

it('a creation has the time at which all has arrived', async () => {
  const organisation = await testOrganisation({ now: '2026-11-20T12:00:00Z' })
  const { clock, form } = organisation
  const reply = await slowly(organisation, { url: '/api/protocols', body: withFile(form()) }, async () =>
    clock.advance(8 * 60_000),
  )
  expect(reply).toMatchObject({ status: 201, body: { created_at: '2026-11-20T12:08:00.000Z' } })
})
