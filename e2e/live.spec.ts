import { connect, createServer, type Socket } from 'node:net'
import { type Browser, expect, type Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { expectErrors, expectFailedCall } from './support/console.ts'
import type { Person } from './support/organisation.ts'
import { enter, guestPage, pageOf } from './support/pages.ts'
import { test } from './support/test.ts'
import { ownOrganisation } from './support/test-organisation.ts'
import { heading } from './support/vocabulary.ts'

const { organisation, ana, carlos } = ownOrganisation({ ana: 'ana', carlos: 'carlos' })

const isEvents = (url: string) => new URL(url).pathname === '/api/events'

/** Opens a page and waits until its event stream is connected. */
async function listening(browser: Browser, person: Person, path: string): Promise<Page> {
  const page = await pageOf(browser, organisation.server, person)
  const opened = page.waitForResponse((response) => isEvents(response.url()))
  await page.goto(path)
  await opened
  return page
}

const receive = (id: number) => carlos.call('POST', `/api/protocols/${id}/receive`)
const comment = (person: Person, id: number, text: string) =>
  person.call('POST', `/api/protocols/${id}/comments`, { text })
const rowOf = (page: Page, id: number) => page.getByRole('row', { name: new RegExp(`#${id}\\b`) })

// proves 15.6
test('an open list and an open protocol follow what somebody else does, who is told nothing of it', async ({
  browser,
}) => {
  const { id } = await organisation.send(ana)
  const list = await listening(browser, ana, '/protocolos')
  const detail = await listening(browser, ana, `/protocolos/${id}`)
  await expect(rowOf(list, id)).toContainText('Pendente')
  await expect(detail.getByRole('heading', { level: 1 })).toHaveText(`Protocolo #${id}`)

  // Nor are one's own acts announced as those of others.
  const own = await listening(browser, carlos, `/protocolos/${id}`)
  await own.getByRole('button', { name: 'Receber', exact: true }).click()
  await expect(rowOf(list, id)).toContainText('Em andamento')
  await expect(detail.getByRole('status').filter({ hasText: 'Atualizado agora por Carlos Menezes' })).toBeVisible()
  await expect(detail.getByRole('banner').or(detail.getByRole('main'))).toContainText(['Em andamento'])

  // A new row appears by itself while the pointer is not on the list.
  const { id: next } = await organisation.send(ana)
  await expect(rowOf(list, next)).toBeVisible()
  await expect(own.getByRole('button', { name: 'Receber', exact: true })).toBeHidden()
  await expect(own.getByText('Atualizado agora')).toHaveCount(0)
})

// proves 15.7
test('what is under the pointer does not move: other rows wait until they are asked for', async ({ browser }) => {
  const { id } = await organisation.send(ana)
  const page = await listening(browser, carlos, '/protocolos')
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
  await expect(rowOf(page, third)).toBeVisible()
})

// proves 15.7
test('what is being typed stays, and stays where it is', async ({ browser }) => {
  const { id } = await organisation.send(ana)
  await comment(carlos, id, 'Primeiro')
  const page = await listening(browser, ana, `/protocolos/${id}?tab=comentarios`)
  const field = page.getByRole('textbox')
  await field.fill('Estou escrevendo')
  const before = await field.boundingBox()
  await comment(carlos, id, 'Segundo')
  await expect(page.getByText('Há novidades nesta lista')).toBeVisible()
  await expect(field).toHaveValue('Estou escrevendo')
  await expect(field).toBeFocused()
  expect(await field.boundingBox()).toEqual(before)
  await page.getByRole('button', { name: 'Atualizar' }).click()
  await expect(page.getByRole('list', { name: 'Lista de comentários' })).toContainText('Segundo')

  // A conflicting edit says so and keeps the typed text.
  const form = await listening(browser, ana, `/protocolos/${id}/editar`)
  const remarks = form.getByRole('textbox', { name: 'Observações' })
  await remarks.fill('Urgente')
  const detail = await ana.call('GET', `/api/protocols/${id}`)
  await ana.call('PUT', `/api/protocols/${id}`, { remarks: 'Outra coisa', version: detail.version, items: [] })
  await expect(form.getByText('Este protocolo foi alterado por outra pessoa.')).toBeVisible()
  await expect(remarks).toHaveValue('Urgente')
  await expect(remarks).toBeFocused()
  await form.getByRole('button', { name: 'Ver a nova versão' }).click()
  await expect(remarks).toHaveValue('Outra coisa')
})

// proves 15.6
test('the bell counts at once, and what it opens is never older than what it says', async ({ browser }) => {
  const { id } = await organisation.send(ana)
  const page = await pageOf(browser, organisation.server, ana)
  const bell = page.getByRole('button', { name: /^Notificações/ })
  // Without the stream, as behind a proxy that buffers it: cached data is up to five minutes old.
  expectFailedCall(page, 'GET', '/api/events', 0)
  await page.route(
    (url) => isEvents(url.href),
    (route) => route.abort(),
  )
  await ana.call('PUT', `/notifications/mark-all-read/${ana.id}`)
  await page.goto(`/protocolos/${id}`)
  await expect(page.getByRole('main')).toContainText('Pendente')
  await page.getByRole('link', { name: 'Protocolos', exact: true }).first().click()
  await expect(rowOf(page, id)).toBeVisible()
  await receive(id)
  await bell.click()
  const shown: string[] = []
  await page.exposeFunction('seen', (text: string) => shown.push(text))
  await page.evaluate(() => {
    new MutationObserver(() => {
      const text = document.querySelector('main')?.textContent ?? ''
      if (location.pathname.includes('/protocolos/')) (window as unknown as { seen: (text: string) => void }).seen(text)
    }).observe(document.body, { childList: true, subtree: true, characterData: true })
  })
  const read = page.waitForResponse((reply) => reply.url().endsWith('/read') && reply.request().method() === 'PUT')
  await page
    .getByRole('dialog', { name: 'Notificações' })
    .getByRole('button', { name: /^Não lida: .*recebido/ })
    .click()
  await read
  await expect(heading(page, `Protocolo #${id}`)).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Em andamento')
  expect(shown.filter((text) => text.includes('Aguardando recebimento'))).toEqual([])

  const other = await listening(browser, ana, '/perfil')
  const unread = (await ana.call('GET', `/notifications/${ana.id}?limit=10`)).meta.unread as number
  const { id: second } = await organisation.send(ana)
  await receive(second)
  await expect(other.getByRole('button', { name: new RegExp(`^Notificações, ${unread + 1} não lida`) })).toBeVisible()
  await ana.call('PUT', `/notifications/mark-all-read/${ana.id}`)
  await expect(other.getByRole('button', { name: 'Notificações', exact: true })).toBeVisible()
})

test('a new role, a new department and the end of an account are felt without signing in again', async ({
  browser,
}) => {
  const dora = await organisation.hire('Dora Reis', 'third', 'Usuário')
  const { id } = await organisation.send(ana)
  const page = await guestPage(browser, organisation.server, '/login')
  const opened = page.waitForResponse((response) => isEvents(response.url()))
  await enter(page, dora)
  await opened
  const menu = page.getByRole('button', { name: 'Menu de Dora Reis' })
  await menu.click()
  await expect(page.getByRole('menu')).toContainText('Usuário')
  await organisation.admin('PUT', `/api/users/${dora.id}`, {
    ...{ uid: dora.id, uname: dora.name, uemail: dora.email, is_active: true },
    udpid: organisation.departments.destination,
    role: 'Gestor',
  })
  await expect(page.getByRole('menu')).toContainText('Gestor')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Protocolos', exact: true }).first().click()
  await expect(rowOf(page, id)).toBeVisible()

  expectErrors(page, /status of 401/, /: 401\b/)
  await page.goto('/protocolos')
  // In one step: between two, the page could ask for what a Usuário may not see.
  await organisation.admin('PUT', `/api/users/${dora.id}`, {
    ...{ uid: dora.id, uname: dora.name, uemail: dora.email, is_active: false },
    udpid: organisation.departments.third,
    role: 'Usuário',
  })
  await expect(page).toHaveURL(/\/login/)
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

// proves 15.8
test('it resumes when the server comes back, and shows what happened meanwhile', async ({ browser }) => {
  const { id } = await organisation.send(ana)
  const line = await breakableLine(Number(new URL(organisation.server.url).port))
  const page = await pageOf(browser, line, ana)
  const opened = page.waitForResponse((response) => isEvents(response.url()))
  await page.goto('/protocolos')
  await opened
  await expect(rowOf(page, id)).toContainText('Pendente')

  // The broken stream, and every retry until the server is back.
  expectErrors(page, /net::ERR_/, /^GET \/\S+: 0 ApiError/)
  const tried = page.waitForEvent('console', (message) => /^GET \/api\/events\S*: 0\b/.test(message.text()))
  line.cut()
  await receive(id)
  await tried
  await expect(rowOf(page, id)).toContainText('Pendente')
  line.mend()
  await expect(rowOf(page, id)).toContainText('Em andamento')
  await line.close()
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
