import { randomBytes } from 'node:crypto'
import { type Browser, expect, type Page } from '@playwright/test'
import { onServer } from '../server/src/test/on-server.ts'
import { expectAccessible } from './support/axe.ts'
import { expectFailedCall } from './support/console.ts'
import { morningOf, openMailbox } from './support/mailbox.ts'
import type { Person } from './support/organisation.ts'
import { fitsTheWindow, guestPage, openPage, phone } from './support/pages.ts'
import { test } from './support/test.ts'
import { type TestOrganisation, testOrganisation } from './support/test-organisation.ts'
import { heading, rowOf, said } from './support/vocabulary.ts'

let mailbox: Awaited<ReturnType<typeof openMailbox>>
let organisation: TestOrganisation
let ana: Person
let debora: Person

test.beforeAll(async () => {
  mailbox = await openMailbox()
  organisation = await testOrganisation({ SMTP_URL: mailbox.url, MAIL_FROM: 'Malote <malote@malote.test>' })
  ana = await organisation.hire('Ana Beatriz Nogueira', 'origin', 'Usuário')
  debora = await organisation.hire('Débora Lima', 'destination', 'Usuário')
})

test.afterAll(async () => {
  await organisation.server.stop()
  await mailbox.close()
})

/** A received item of Débora's, and the secret of a link to it as her reminder would have. */
async function reminded(document_number: string) {
  const { id, items } = await organisation.send(ana, { items: [{ document_number, destination_user_id: debora.id }] })
  await debora.call('POST', `/api/protocols/${id}/receive`)
  const secret = randomBytes(32).toString('base64url')
  await onServer(
    organisation.server.ownerConnectionString,
    `insert into answer_links (secret_hash, user_id, item_id, return_date, created_at)
     select sha256('${secret}'), ${debora.id}, id, return_date, now() from items where id = ${items[0]}`,
  )
  return { id, item: items[0], secret }
}

const follow = (browser: Browser, token: string, options = {}) =>
  guestPage(browser, organisation.server, `/responder#${token}`, { ...phone, ...options })
const choice = (page: Page, name: string) => page.getByRole('radio', { name })
const note = (page: Page) => page.getByLabel('Por que precisa de mais prazo?')

// proves 21.54
test('a link answers only when it is pressed, from a phone', async ({ browser }) => {
  const { id, secret } = await reminded('RL-1')
  const origin = await openPage(browser, organisation.server, ana, `/protocolos/${id}`)
  await expect(rowOf(origin, 'RL-1')).toBeVisible()

  const page = await follow(browser, `${secret}e`, { colorScheme: 'dark' })
  const urls: string[] = []
  page.on('request', (request) => urls.push(request.url()))
  await expect(page.getByRole('region', { name: 'Item' })).toContainText('RL-1')
  await expect(page).toHaveURL(`${organisation.server.url}/responder`)
  await expect(choice(page, 'Preciso de mais prazo')).toBeChecked()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await expect(page.locator('body')).not.toContainText('Débora')
  await fitsTheWindow(page)
  expect(await ana.call('GET', '/api/extension-requests')).toMatchObject({ meta: { total: 0 } })

  // A reload finds it again, without the address.
  await page.reload()
  await expect(choice(page, 'Preciso de mais prazo')).toBeChecked()
  expectFailedCall(page, 'POST', '/api/answers', 400)
  await page.getByRole('button', { name: 'Pedir mais prazo' }).click()
  await said(page, 'Informe até quando precisa do item')
  await said(page, 'Diga por que precisa de mais prazo (de 3 a 500 caracteres)')
  await expectAccessible(page, 'answering, with errors')
  await page.getByRole('button', { name: '+1 semana' }).click()
  await note(page).fill('A perícia ainda não terminou')
  await expect(page.getByText('Informe até quando precisa do item')).toBeHidden()
  await page.getByRole('button', { name: 'Pedir mais prazo' }).click()
  await expect(heading(page, 'Resposta enviada')).toBeVisible()
  await expect(page.getByRole('status')).toContainText('Obrigado!')
  await expectAccessible(page, 'an answer that was received')
  expect(urls.every((url) => new URL(url).origin === organisation.server.url)).toBe(true)
  expect(urls.join()).not.toContain(secret)

  await expect(rowOf(origin, 'RL-1')).toContainText('Mais prazo pedido até')
})

// proves 21.54, 21.55
test('the other two answers are one press away', async ({ browser }) => {
  const { id, secret } = await reminded('RL-2')
  const page = await follow(browser, `${secret}n`)
  await expect(choice(page, 'Não está comigo')).toBeChecked()
  await choice(page, 'Já devolvi').check()
  await page.getByLabel(/^Quer dizer mais alguma coisa/).fill('Entreguei no balcão')
  await page.getByRole('button', { name: 'Enviar resposta' }).click()
  await expect(heading(page, 'Resposta enviada')).toBeVisible()
  const found = await ana.call('GET', `/api/protocols/${id}/occurrences`)
  expect(found).toMatchObject([{ kind: 'claimed_returned', description: 'Entreguei no balcão' }])

  // All three links of the reminder are used up.
  const later = await guestPage(browser, organisation.server, '/login')
  expectFailedCall(later, 'POST', '/api/answers/open', 410)
  await later.goto(`/responder#${secret}r`)
  await expect(later.getByText(/^Você já respondeu em /)).toBeVisible()
  await expectAccessible(later, 'a link that no longer works')
})

// proves 21.54
test('a reminder arrives by e-mail, and its answer goes all the way', async ({ browser }) => {
  const { id } = await organisation.send(ana, {
    items: [{ document_number: 'RL-5', destination_user_id: debora.id }],
  })
  await debora.call('POST', `/api/protocols/${id}/receive`)
  const feed = (await debora.call('POST', '/api/profile/calendar-feed')).url
  const due: string = (await ana.call('GET', `/api/protocols/${id}`)).items[0].return_date
  const later = new Date(Date.parse(due) + 7 * 86_400_000).toISOString().slice(0, 10)

  // The morning of the due date, which is a business day.
  await morningOf(due, organisation.server)
  const linkOf = () => /RL-5[\s\S]*?(\/responder#[\w-]{43}e)/.exec(mailbox.mailsTo(debora.email).join())?.[1]
  await expect.poll(linkOf).toBeDefined()

  const page = await guestPage(browser, organisation.server, linkOf() ?? '', phone)
  await expect(page.getByRole('region', { name: 'Item' })).toContainText('RL-5')
  await page.getByRole('button', { name: '+1 semana' }).click()
  await note(page).fill('A perícia ainda não terminou')
  await page.getByRole('button', { name: 'Pedir mais prazo' }).click()
  await expect(heading(page, 'Resposta enviada')).toBeVisible()

  const holder = await openPage(browser, organisation.server, debora, `/protocolos/${id}`)
  await expect(rowOf(holder, 'RL-5')).toContainText('Mais prazo pedido até')
  const origin = await openPage(browser, organisation.server, ana, '/')
  await origin.getByRole('link', { name: /^\d pedidos? de prazo a decidir$/ }).click()
  await origin.getByRole('button', { name: 'Decidir pedido de prazo: RL-5' }).click()
  await origin.getByRole('button', { name: /^Conceder até / }).click()
  const granted = later.split('-').reverse().join('/')
  await said(origin, `Prazo concedido até ${granted}.`)

  await expect(rowOf(holder, 'RL-5')).toContainText(granted)
  await expect(rowOf(holder, 'RL-5')).toContainText('Prazo original')
  await rowOf(holder, 'RL-5').getByRole('button', { name: granted }).click()
  await expect(holder.getByRole('dialog', { name: `Por que ${granted}?` })).toContainText(
    'concedido por Ana Beatriz Nogueira, a pedido',
  )
  for (const [person, side] of [
    [debora, 'to_return'],
    [ana, 'to_receive'],
  ] as const) {
    const days = await person.call('GET', `/api/returns/calendar?from=${later}&to=${later}`)
    expect(days[0][side]).toBe(1)
  }
  expect(await (await fetch(feed)).text()).toContain(`DTSTART;VALUE=DATE:${later.replaceAll('-', '')}`)
})
