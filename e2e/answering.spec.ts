import { expect } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { expectFailedCall } from './support/console.ts'
import { morningOf, openMailbox } from './support/mailbox.ts'
import type { Person } from './support/organisation.ts'
import { fitsTheWindow, guestPage, phone } from './support/pages.ts'
import { test } from './support/test.ts'
import { type TestOrganisation, testOrganisation } from './support/test-organisation.ts'
import { heading, said } from './support/vocabulary.ts'

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

// proves 21.54, 21.55
test('a reminder arrives by e-mail, its link answers only when it is pressed, on a phone, and the answer goes all the way', async ({
  browser,
}) => {
  const { id } = await organisation.send(ana, {
    items: [{ document_number: 'RL-5', destination_user_id: debora.id }],
  })
  await debora.call('POST', `/api/protocols/${id}/receive`)
  const feed = (await debora.call('POST', '/api/profile/calendar-feed')).url
  const itemNow = async () => (await debora.call('GET', `/api/protocols/${id}`)).items[0]
  const due: string = (await itemNow()).return_date
  const later = new Date(Date.parse(due) + 7 * 86_400_000).toISOString().slice(0, 10)

  // The morning of the due date, which is a business day.
  await morningOf(due, organisation.server)
  const secretOf = () => /RL-5[\s\S]*?\/responder#([\w-]{43})e/.exec(mailbox.mailsTo(debora.email).join())?.[1]
  await expect.poll(secretOf).toBeDefined()
  const secret = secretOf() ?? ''

  const page = await guestPage(browser, organisation.server, `/responder#${secret}e`, { ...phone, colorScheme: 'dark' })
  const urls: string[] = []
  page.on('request', (request) => urls.push(request.url()))
  const choice = page.getByRole('radio', { name: 'Preciso de mais prazo' })
  await expect(page.getByRole('region', { name: 'Item' })).toContainText('RL-5')
  await expect(page).toHaveURL(`${organisation.server.url}/responder`)
  await expect(choice).toBeChecked()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await expect(page.locator('body')).not.toContainText('Débora')
  await fitsTheWindow(page)
  expect(await ana.call('GET', '/api/extension-requests')).toMatchObject({ meta: { total: 0 } })

  // A reload finds it again, without the address.
  await page.reload()
  await expect(choice).toBeChecked()
  expectFailedCall(page, 'POST', '/api/answers', 400)
  await page.getByRole('button', { name: 'Pedir mais prazo' }).click()
  await said(page, 'Informe até quando precisa do item')
  await said(page, 'Diga por que precisa de mais prazo (de 3 a 500 caracteres)')
  await expectAccessible(page, 'answering, with errors')
  await page.getByRole('button', { name: '+1 semana' }).click()
  await page.getByLabel('Por que precisa de mais prazo?').fill('A perícia ainda não terminou')
  await expect(page.getByText('Informe até quando precisa do item')).toBeHidden()
  await page.getByRole('button', { name: 'Pedir mais prazo' }).click()
  await expect(heading(page, 'Resposta enviada')).toBeVisible()
  await expect(page.getByRole('status')).toContainText('Obrigado!')
  await expectAccessible(page, 'an answer that was received')
  expect(urls.every((url) => new URL(url).origin === organisation.server.url)).toBe(true)
  expect(urls.join()).not.toContain(secret)
  expect(await itemNow()).toMatchObject({ return_date: due, extension_request: { requested_date: later } })

  // All three links of the reminder are used up.
  expectFailedCall(page, 'POST', '/api/answers/open', 410)
  await page.goto(`/responder#${secret}r`)
  await expect(page.getByText(/^Você já respondeu em /)).toBeVisible()
  await expectAccessible(page, 'a link that no longer works')

  const { data } = await ana.call('GET', '/api/extension-requests?side=to_decide')
  await ana.call('POST', `/api/extension-requests/${data[0].id}/decide`, { decision: 'grant' })
  expect(await itemNow()).toMatchObject({ return_date: later, original_return_date: due })
  for (const [person, side] of [
    [debora, 'to_return'],
    [ana, 'to_receive'],
  ] as const) {
    const days = await person.call('GET', `/api/returns/calendar?from=${later}&to=${later}`)
    expect(days[0][side]).toBe(1)
  }
  expect(await (await fetch(feed)).text()).toContain(`DTSTART;VALUE=DATE:${later.replaceAll('-', '')}`)
})
