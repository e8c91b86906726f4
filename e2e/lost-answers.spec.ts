import { readFileSync } from 'node:fs'
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { cutOff } from './support/answers.ts'
import { expectErrors } from './support/console.ts'
import { callAs, foundOrganisation, type Person, untilTaken } from './support/organisation.ts'
import { alertSays, expectAlert, openPage, statusSays } from './support/pages.ts'
import { preparedDatabase, startPreparedServer } from './support/prepared-server.ts'
import { type RunningServer, startServer } from './support/server.ts'
import { test } from './support/test.ts'
import { ownOrganisation, testOrganisation } from './support/test-organisation.ts'
import { chooseFile, itemOf, pick, question, rowOf, saveButton } from './support/vocabulary.ts'

// The connection breaks before the request reaches the server, or after the server has handled it and before the
// response.
// The user is told in both cases, the typed text stays, and a retry has its effect once.

const { organisation, admin, sender, manager, clerk } = ownOrganisation({
  admin: 'helena',
  sender: 'ana',
  manager: 'carlos',
  clerk: 'debora',
})

/** The complete protocols with these remarks. */
async function sentAs(remarks: string) {
  const { data } = await sender.call('GET', '/api/protocols')
  const all = await Promise.all(data.map(({ id }: { id: number }) => sender.call('GET', `/api/protocols/${id}`)))
  return all.filter((protocol) => protocol.remarks === remarks)
}

const actionsOf = async (id: number): Promise<string[]> => {
  const { history } = await sender.call('GET', `/api/protocols/${id}`)
  return history.map(({ action }: { action: string }) => action)
}

async function fillIn(page: Page, remarks: string) {
  await pick(page, 'Departamento de Destino', 'Jurídico')
  await page.getByLabel('Observações').fill(remarks)
  await pick(page, 'Tipo de Item', 'Contrato')
  await itemOf(page, 1).getByLabel('Nº do documento').fill('77/2026')
}

/** Saves what is filled in, is cut off, and saves again. */
async function expectMadeOnce(page: Page, remarks: string, when: 'before' | 'after') {
  const mend = await cutOff(page, 'POST', '/api/protocols', when)
  await saveButton(page).click()
  await expectAlert(page, 'Erro ao criar protocolo. Tente novamente.')
  expect(await sentAs(remarks)).toHaveLength(when === 'after' ? 1 : 0)
  await expect(page.getByLabel('Observações')).toHaveValue(remarks)
  await expect(itemOf(page, 1).getByLabel('Nº do documento')).toHaveValue('77/2026')
  await expect(itemOf(page, 1).getByText('contrato.txt')).toBeVisible()

  await mend()
  await saveButton(page).click()
  await expect(page).toHaveURL(/\/protocolos\/\d+$/)
  const [only, ...more] = await sentAs(remarks)
  expect(more).toEqual([])
  expect(only.items[0].attachments).toHaveLength(1)
  expect(await actionsOf(only.id)).toEqual(['Protocolo criado'])
}

// proves 8.9
test('a file changed after it was chosen is chosen again, and a creation cut off after the server acts is made once, with it', async ({
  browser,
}) => {
  const remarks = 'Salvo de novo'
  const page = await openPage(browser, organisation.server, sender, '/protocolos/novo')
  await fillIn(page, remarks)
  const folder = await mkdtemp(join(tmpdir(), 'malote-'))
  const path = join(folder, 'contrato.txt')
  await writeFile(path, 'Primeira versão')
  // Chromium compares whole seconds.
  await utimes(path, 1_700_000_000, 1_700_000_000)
  await itemOf(page, 1).locator('input[type=file]').setInputFiles(path)
  await writeFile(path, 'Segunda versão, mais longa')
  expectErrors(page, /ERR_UPLOAD_FILE_CHANGED/, /^POST \/api\/protocols: 400/)
  await saveButton(page).click()
  const message = 'O arquivo contrato.txt foi alterado, movido ou apagado depois de escolhido. Escolha-o novamente.'
  await expect(itemOf(page, 1).getByText(message)).toBeVisible()
  expect(await sentAs(remarks)).toEqual([])
  await itemOf(page, 1)
    .getByRole('button', { name: /^Remover/ })
    .click()
  await chooseFile(itemOf(page, 1), 'contrato.txt', 'Contrato\n')
  // It stands for all acts cut off: that each has its effect once is proved on the server.
  await expectMadeOnce(page, remarks, 'after')
  await rm(folder, { recursive: true })
})

// proves 8.9
test('a creation cut off before the server acts is made once, with its file', { tag: '@long' }, async ({ browser }) => {
  const page = await openPage(browser, organisation.server, sender, '/protocolos/novo')
  await fillIn(page, 'Cortado antes')
  await chooseFile(itemOf(page, 1), 'contrato.txt', 'Contrato\n')
  await expectMadeOnce(page, 'Cortado antes', 'before')
})

for (const when of ['before', 'after'] as const) {
  const tag = '@long'

  test(`an edit cut off ${when} the server acts can be saved again`, { tag }, async ({ browser }) => {
    const { id } = await organisation.send(sender, { requiresReturn: false })
    const page = await openPage(browser, organisation.server, sender, `/protocolos/${id}/editar`)
    await page.getByLabel('Observações').fill('Corrigido no escuro')
    const mend = await cutOff(page, 'PUT', `/api/protocols/${id}`, when)
    await saveButton(page).click()
    await expectAlert(page, 'Erro ao atualizar protocolo. Tente novamente.')
    await expect(page.getByLabel('Observações')).toHaveValue('Corrigido no escuro')

    await mend()
    await saveButton(page).click()
    await expect(page).toHaveURL(new RegExp(`/protocolos/${id}$`))
    expect((await sender.call('GET', `/api/protocols/${id}`)).remarks).toBe('Corrigido no escuro')
    expect((await actionsOf(id)).filter((action) => action === 'Protocolo editado')).toHaveLength(1)
  })

  test(`a bulk return cut off ${when} the server acts returns each item once`, { tag }, async ({ browser }) => {
    const number = `Volta-${when}`
    const { id } = await organisation.send(sender, {
      items: [{ document_number: number, destination_user_id: clerk.id }],
    })
    await manager.call('POST', `/api/protocols/${id}/receive`)
    const page = await openPage(browser, organisation.server, manager, `/retornos?search=${number}`)
    await rowOf(page, number).getByRole('checkbox').check()
    const mend = await cutOff(page, 'POST', '/api/protocols/items/bulk-return', when)
    const returnThem = async () => {
      await page.getByRole('button', { name: 'Retornar Selecionados' }).click()
      await question(page).getByRole('button', { name: 'Retornar' }).click()
    }
    await returnThem()
    await expect(page.getByRole('alert').filter({ hasText: 'Erro ao processar retorno em massa' })).toBeVisible()
    await mend()
    if (when === 'before') {
      await expect(rowOf(page, number).getByRole('checkbox')).toBeChecked()
      await returnThem()
      await statusSays(page, '1 item retornado com sucesso!')
    }
    // A returned item is no longer in the pending list, even if the response was lost.
    await expect(rowOf(page, number)).toHaveCount(0)
    expect((await actionsOf(id)).filter((action) => action === 'Item retornado')).toHaveLength(1)
  })

  test(`an import cut off ${when} the server acts brings each supplier once`, { tag }, async ({ browser }) => {
    const name = `Lona e Corda ${when}`
    const cnpj = when === 'before' ? '33.000.167/0001-01' : '60.746.948/0001-12'
    const page = await openPage(browser, organisation.server, admin, '/settings/suppliers/import')
    await chooseFile(page, 'fornecedores.csv', `CNPJ;Razão Social;UF;Cidade\r\n${cnpj};${name};RJ;Niterói`, 'text/csv')
    const mend = await cutOff(page, 'POST', '/api/import/suppliers', when)
    await page.getByRole('button', { name: 'Importar 1 fornecedor' }).click()
    await alertSays(page, 'Erro ao importar o arquivo. Tente novamente.')
    await mend()
    await page.getByRole('button', { name: 'Conferir de novo' }).click()
    if (when === 'before') {
      await page.getByRole('button', { name: 'Importar 1 fornecedor' }).click()
      await statusSays(page, 'Importação concluída com sucesso!')
    } else {
      await expect(page.getByRole('button', { name: /^Importar 1/ })).toHaveCount(0)
    }
    const { data } = await admin.call('GET', `/api/suppliers?search=${encodeURIComponent(name)}`)
    expect(data).toHaveLength(1)
  })
}

/** So many are sent at once when a process is killed. */
const creations = process.env.TEST_LONG === '1' ? 30 : 12

type Call = Person['call']

/** A creation with two items and a file, identified by its number. */
function shipment(number: number, ends: Ends) {
  const form = new FormData()
  form.set('remarks', `Remessa ${number}`)
  form.set('origin_department_id', String(ends.origin))
  form.set('destination_department_id', String(ends.destination))
  form.set('requires_return', 'false')
  const item = { item_type_id: ends.itemType, document_number: `${number}/2026` }
  form.set('items', JSON.stringify([{ ...item, has_attachment: true }, item]))
  form.set('attachment_0', new Blob([contentOf(number)], { type: 'text/plain' }), `remessa-${number}.txt`)
  return form
}

const contentOf = (number: number) => `Conteúdo da remessa ${number}\n`

type Ends = Awaited<ReturnType<typeof endsOf>>

async function endsOf(call: Call) {
  const departments: { dpid: number; dpname: string }[] = await call('GET', '/api/departments')
  const [itemType] = await call('GET', '/api/item-types')
  const idOf = (name: string) => departments.find(({ dpname }) => dpname === name)?.dpid ?? 0
  return { origin: idOf('Recursos Humanos'), destination: idOf('Jurídico'), itemType: itemType.id as number }
}

/** Sends a shipment, or what a server has made of it already. */
const ship = (url: string, token: string, ends: Ends, number: number) =>
  untilTaken(() =>
    fetch(`${url}/api/protocols`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'idempotency-key': `remessa-${number}` },
      body: shipment(number, ends),
    }),
  )

/** Sends all at once and kills the server when a third of them is acknowledged. */
async function createUntil(kill: () => void, url: string, token: string, ends: Ends) {
  const acknowledged = new Map<number, number>()
  const numbers = Array.from({ length: creations }, (_, index) => index)
  await Promise.allSettled(
    numbers.map(async (number) => {
      const reply = await ship(url, token, ends, number)
      if (reply.status !== 201) throw new Error(`${reply.status} ${await reply.text()}`)
      acknowledged.set(number, (await reply.json()).protocol_id)
      if (acknowledged.size === Math.floor(creations / 3)) kill()
    }),
  )
  return acknowledged
}

/** Checks that a protocol is complete: its two items, its file, its history. */
async function expectWhole(url: string, call: Call, token: string, id: number) {
  const protocol = await call('GET', `/api/protocols/${id}`)
  const number = Number(protocol.remarks.split(' ')[1])
  expect(protocol.items).toHaveLength(2)
  expect(protocol.total_items).toBe(2)
  expect(protocol.history.map((entry: { action: string }) => entry.action)).toContain('Protocolo criado')
  const [file] = protocol.items[0].attachments
  const download = await untilTaken(() =>
    fetch(`${url}/api/protocols/attachments/${file.id}/download`, { headers: { authorization: `Bearer ${token}` } }),
  )
  expect(await download.text()).toBe(contentOf(number))
  return number
}

async function allIds(call: Call): Promise<number[]> {
  const ids: number[] = []
  for (let page = 1; ; page += 1) {
    const { data, meta } = await call('GET', `/api/protocols?page=${page}`)
    ids.push(...data.map((row: { id: number }) => row.id))
    if (page >= meta.last_page) return ids
  }
}

/** Retries every request, one after the other: a server that has just started may refuse a crowd. */
async function sendAgain(url: string, token: string, ends: Ends): Promise<number[]> {
  const made: number[] = []
  for (let number = 0; number < creations; number += 1) {
    made.push((await (await ship(url, token, ends, number)).json()).protocol_id)
  }
  return made
}

/** Checks that acknowledged protocols exist, none is incomplete, and after the retry each shipment exists once. */
async function expectNothingLost(url: string, token: string, ends: Ends, acknowledged: Map<number, number>) {
  const call = callAs(url, token)
  const ids = await allIds(call)
  const numbers = []
  for (const id of ids) numbers.push(await expectWhole(url, call, token, id))
  expect(new Set(numbers).size, 'no shipment was made twice').toBe(numbers.length)
  expect(ids).toEqual(expect.arrayContaining([...acknowledged.values()]))

  const made = await sendAgain(url, token, ends)
  for (const [number, id] of acknowledged) expect(made[number]).toBe(id)
  expect(new Set(made).size).toBe(creations)
  expect(await allIds(call)).toHaveLength(creations)
}

// proves 13.5, V2.3.3
test('a killed server loses nothing it acknowledged and leaves nothing half-made', async () => {
  const database = await preparedDatabase()
  const first = await startServer(undefined, database)
  const server = { ...first, ownerConnectionString: database.DATABASE_OWNER_URL }
  const { departments, itemType, hire } = await testOrganisation({}, async () => server)
  const { token } = await hire('Ana Beatriz Nogueira', 'origin', 'Usuário')
  const ends = { ...departments, itemType }
  const acknowledged = await createUntil(() => first.process.kill('SIGKILL'), first.url, token, ends)
  expect(acknowledged.size).toBeGreaterThan(0)

  // In the process that has the program loaded.
  const second = await startPreparedServer({ ...database, DATA_DIR: first.dataDir })
  try {
    await expectNothingLost(second.url, token, ends, acknowledged)
  } finally {
    await second.stop()
    await first.stop()
  }
})

// proves 13.5
test('a killed database comes back by itself and loses nothing it acknowledged', { tag: '@long' }, async () => {
  const server = await startServer()
  const { url } = server
  try {
    const { sender } = await foundOrganisation(url)
    const ends = await endsOf(sender.call)
    const kill = () => process.kill(postmasterOf(server), 'SIGKILL')
    const acknowledged = await createUntil(kill, url, sender.token, ends)
    expect(acknowledged.size).toBeGreaterThan(0)

    await expect.poll(() => isReady(server)).toBe(true)
    await expectNothingLost(url, sender.token, ends, acknowledged)
  } finally {
    await server.stop()
  }
})

/** The process id that PostgreSQL writes to its data folder. */
function postmasterOf({ dataDir }: RunningServer): number {
  const file = readFileSync(join(dataDir, 'database', 'cluster', 'postmaster.pid'), 'utf8')
  return Number(file.split('\n')[0])
}

const isReady = async ({ url }: RunningServer) => (await fetch(`${url}/readyz`)).ok
