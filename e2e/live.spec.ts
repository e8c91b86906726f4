import { connect, createServer, type Socket } from 'node:net'
import { type Browser, expect, type Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { expectErrors } from './support/console.ts'
import type { Person } from './support/organisation.ts'
import { pageOf } from './support/pages.ts'
import { test } from './support/test.ts'
import { ownOrganisation } from './support/test-organisation.ts'
import { heading } from './support/vocabulary.ts'

const { organisation, ana, bruno, carlos } = ownOrganisation({ ana: 'ana', bruno: 'bruno', carlos: 'carlos' })

const isEvents = (url: string) => new URL(url).pathname === '/api/events'

/** Opens a page and waits until its event stream is connected. */
async function listening(browser: Browser, person: Person, path: string, server = { url: organisation.server.url }) {
  const page = await pageOf(browser, server, person)
  const opened = page.waitForResponse((response) => isEvents(response.url()))
  await page.goto(path)
  await opened
  return page
}

const receive = (id: number) => carlos.call('POST', `/api/protocols/${id}/receive`)
const comment = (person: Person, id: number, text: string) =>
  person.call('POST', `/api/protocols/${id}/comments`, { text })
const rowOf = (page: Page, id: number) => page.getByRole('row', { name: new RegExp(`#${id}\\b`) })

// proves 15.6, 15.7
test('an open protocol and the bell follow what somebody else does, and what is being typed stays where it is', async ({
  browser,
}) => {
  const { id } = await organisation.send(ana)
  await comment(carlos, id, 'Primeiro')
  const page = await listening(browser, ana, `/protocolos/${id}?tab=comentarios`)
  const field = page.getByRole('textbox')
  await field.fill('Estou escrevendo')
  const before = await field.boundingBox()
  await comment(bruno, id, 'Segundo')
  await expect(page.getByText('Há novidades nesta lista')).toBeVisible()
  await expect(field).toHaveValue('Estou escrevendo')
  await expect(field).toBeFocused()
  expect(await field.boundingBox()).toEqual(before)
  await page.getByRole('button', { name: 'Atualizar' }).click()
  await expect(page.getByRole('list', { name: 'Lista de comentários' })).toContainText('Segundo')
  await field.fill('')

  // A conflicting edit says so and keeps the typed text.
  await page.getByRole('button', { name: 'Editar' }).click()
  const remarks = page.getByRole('textbox', { name: 'Observações' })
  await remarks.fill('Urgente')
  const detail = await ana.call('GET', `/api/protocols/${id}`)
  await ana.call('PUT', `/api/protocols/${id}`, { remarks: 'Outra coisa', version: detail.version, items: [] })
  await expect(page.getByText('Este protocolo foi alterado por outra pessoa.')).toBeVisible()
  await expect(remarks).toHaveValue('Urgente')
  await expect(remarks).toBeFocused()
  await page.getByRole('button', { name: 'Ver a nova versão' }).click()
  await expect(remarks).toHaveValue('Outra coisa')
  await page.goBack()

  await expect(heading(page, `Protocolo #${id}`)).toBeVisible()
  const unread = (await ana.call('GET', `/notifications/${ana.id}?limit=10`)).meta.unread as number
  await receive(id)
  await expect(page.getByRole('status').filter({ hasText: 'Atualizado agora por Carlos Menezes' })).toBeVisible()
  await expect(page.getByRole('banner').or(page.getByRole('main'))).toContainText(['Em andamento'])
  await expect(page.getByRole('button', { name: new RegExp(`^Notificações, ${unread + 1} não lida`) })).toBeVisible()
  await ana.call('PUT', `/notifications/mark-all-read/${ana.id}`)
  await expect(page.getByRole('button', { name: 'Notificações', exact: true })).toBeVisible()
})

// proves 15.6, 15.7, 15.8
test('a list follows without moving what is under the pointer, and resumes when the server comes back', async ({
  browser,
}) => {
  const line = await breakableLine(Number(new URL(organisation.server.url).port))
  const page = await listening(browser, carlos, '/protocolos', line)
  // A new row appears by itself while the pointer is not on the list.
  const { id } = await organisation.send(ana)
  await rowOf(page, id).hover()
  const before = await rowOf(page, id).boundingBox()

  await comment(ana, id, 'Segue em mãos')
  const { id: next } = await organisation.send(ana)
  await ana.call('POST', `/api/protocols/${id}/cancel`, { reason: 'Enviado por engano' })
  // Its content is new, its position is unchanged.
  await expect(rowOf(page, id)).toContainText('Cancelado')
  await expect(page.getByText('Há novidades nesta lista')).toBeVisible()
  await expect(rowOf(page, next)).toHaveCount(0)
  expect(await rowOf(page, id).boundingBox()).toEqual(before)

  await expectAccessible(page, 'a list with news that wait')

  await page.getByRole('button', { name: 'Atualizar' }).click()
  await expect(rowOf(page, next)).toBeVisible()
  await expect(page.getByText('Há novidades nesta lista')).toHaveCount(0)

  // The new order also appears when the pointer leaves.
  await rowOf(page, next).hover()
  const { id: third } = await organisation.send(ana)
  await expect(page.getByText('Há novidades nesta lista')).toBeVisible()
  await page.getByRole('heading', { level: 1 }).hover()
  await expect(rowOf(page, third)).toContainText('Pendente')

  // The broken stream, and every retry until the server is back.
  expectErrors(page, /net::ERR_/, /^GET \/\S+: 0 ApiError/)
  const tried = page.waitForEvent('console', (message) => /^GET \/api\/events\S*: 0\b/.test(message.text()))
  line.cut()
  await receive(third)
  await tried
  await expect(rowOf(page, third)).toContainText('Pendente')
  line.mend()
  await expect(rowOf(page, third)).toContainText('Em andamento')
  await line.close()
})

// proves 15.8
test('two tabs have one stream, and the other one takes over', { tag: '@long' }, async ({ browser }) => {
  const { id } = await organisation.send(ana)
  const first = await listening(browser, ana, '/protocolos')
  const second = await first.context().newPage()
  let opened = 0
  second.on('request', (request) => {
    if (isEvents(request.url())) opened += 1
  })
  await second.goto(`/protocolos/${id}`)
  await expect(second.getByRole('heading', { level: 1 })).toHaveText(`Protocolo #${id}`)
  // It hears the first one's events once it waits for its turn.
  await expect.poll(() => second.evaluate(async () => (await navigator.locks.query()).pending?.length)).toBe(1)
  await receive(id)
  await expect(second.getByText('Atualizado agora por Carlos Menezes')).toBeVisible()
  await expect(rowOf(first, id)).toContainText('Em andamento')
  expect(opened).toBe(0)
  await first.close()
  await expect.poll(() => opened).toBe(1)
  await comment(carlos, id, 'Ainda aqui')
  await expect(second.getByRole('tab', { name: 'Comentários' })).toContainText('1')
})

/** A connection to a server that can be cut and restored, as in a restart of the server. */
async function breakableLine(port: number) {
  const sockets = new Set<Socket>()
  let isCut = false
  const hangUp = () => {
    for (const socket of sockets) socket.destroy()
  }
  const line = createServer((near) => {
    if (isCut) return near.destroy()
    const far = connect(port, '127.0.0.1')
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    }
    near.on('close', () => far.destroy()).pipe(far)
    far.on('close', () => near.destroy()).pipe(near)
  })
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve))
  const address = line.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  return {
    url,
    cut: () => {
      isCut = true
      hangUp()
    },
    mend: () => {
      isCut = false
    },
    close: () => {
      hangUp()
      return new Promise((resolve) => line.close(resolve))
    },
  }
}
