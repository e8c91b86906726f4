import { expect, type Page } from '@playwright/test'
import { answerWith } from './support/answers.ts'
import type { Person } from './support/organisation.ts'
import { openPage, pageOf } from './support/pages.ts'
import { fitsTheWindow } from './support/phone.ts'
import { test } from './support/test.ts'
import { type TestOrganisation, testOrganisation } from './support/test-organisation.ts'
import { rowOf } from './support/vocabulary.ts'

let organisation: TestOrganisation
let sender: Person
let manager: Person
let id: number

test.beforeAll(async () => {
  organisation = await testOrganisation()
  sender = await organisation.hire('Ana Beatriz Nogueira', 'origin', 'Usuário')
  manager = await organisation.hire('Carlos Menezes', 'destination', 'Gestor')
  id = (await organisation.send(sender, { items: [{ document_number: '1/26' }] })).id
})

test.afterAll(() => organisation.server.stop())

const atOrigin = 'Recursos Humanos para Jurídico. Está com Recursos Humanos'
const atDestination = 'Recursos Humanos para Jurídico. Está com Jurídico'

// proves 17.62
test('the path says who has it: in the list, the detail, the returns, the dashboard and tracking', async ({
  browser,
}) => {
  const page = await openPage(browser, organisation.server, sender, '/protocolos')
  const pathIn = (name: string) => page.getByRole('main').getByRole('img', { name, exact: true }).first()
  await expect(rowOf(page, `#${id}`).getByRole('img', { name: atOrigin })).toBeVisible()
  await expect(rowOf(page, `#${id}`).getByText(/^Devolução: (até|vence)/)).toBeVisible()
  await page.goto('/')
  await expect(pathIn(atOrigin)).toBeVisible()

  await manager.call('POST', `/api/protocols/${id}/receive`)
  for (const path of ['/protocolos', `/protocolos/${id}`, '/retornos', '/rastreamento?search=1/26&type=document']) {
    await page.goto(path)
    await expect(pathIn(atDestination), path).toBeVisible()
  }
})

const isRed = (colour: string) => {
  const [red = 0, green = 0, blue = 0] = colour.match(/\d+/g)?.map(Number) ?? []
  return red > 1.5 * green && red > 1.5 * blue
}
const colourOf = (page: Page, text: string | RegExp) =>
  page
    .getByText(text)
    .last()
    .evaluate((element) => getComputedStyle(element).color)

// proves 17.63
test('what is overdue is red in the path and in the timeline', async ({ browser }) => {
  const page = await pageOf(browser, organisation.server, sender)
  const due = '2020-01-02'
  const step = { id: 'return', action: 'Retorno até 02/01/2020', department: 'Jurídico', date: due, status: 'pending' }
  const result = {
    id: 1,
    protocol_id: id,
    document_number: '1/26',
    current_status: 'Em andamento',
    origin_department: 'Recursos Humanos',
    destination_department: 'Jurídico',
    custody: 'destination',
    requires_return: 1,
    return_date: due,
    timeline: [{ ...step, id: 'received', action: 'Protocolo recebido', date: null, status: 'current' }, step],
  }
  await answerWith(page, 'GET', '/api/tracking', 200, { data: [result] })
  await page.goto('/rastreamento?search=1/26&type=document')
  await expect(page.getByText('Retorno até 02/01/2020')).toBeVisible()
  expect(isRed(await colourOf(page, 'Retorno até 02/01/2020'))).toBe(true)
  expect(isRed(await colourOf(page, /02\/01\/2020 · atrasado/))).toBe(true)
  expect(isRed(await colourOf(page, 'Protocolo recebido'))).toBe(false)
})

// proves 17.63
test('in a narrow place the path stands upright', async ({ browser }) => {
  const page = await openPage(browser, organisation.server, sender, `/protocolos/${id}`)
  const track = page.getByRole('main').getByRole('img', { name: /^Recursos Humanos para Jurídico/ })
  const stands = async () => {
    const box = await track.boundingBox()
    return box && box.height > box.width
  }
  await track.waitFor()
  expect(await stands()).toBe(false)
  await page.setViewportSize({ width: 340, height: 740 })
  await expect.poll(stands).toBe(true)
  await fitsTheWindow(page)
  const names = await Promise.all(
    ['Recursos Humanos', 'Jurídico'].map((name) =>
      page.getByRole('main').getByText(name, { exact: true }).first().boundingBox(),
    ),
  )
  expect(names[0]?.x).toBeCloseTo(names[1]?.x ?? 0, 0)
  expect(names[0]?.y).toBeLessThan(names[1]?.y ?? 0)
})

// proves 17.69
test('a wide screen is used by tables, and not by forms', async ({ browser }) => {
  const page = await openPage(browser, organisation.server, sender, '/protocolos', {
    viewport: { width: 1920, height: 900 },
  })
  const main = page.getByRole('main')
  await expect(page.getByRole('table')).toBeVisible()
  expect((await page.getByRole('table').boundingBox())?.width).toBeGreaterThan(1600)
  await page.goto('/protocolos/novo')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const [form, whole] = [await main.boundingBox(), await page.getByRole('banner').boundingBox()]
  expect(form?.width).toBeLessThanOrEqual(1328)
  // In the middle of what the navigation leaves.
  const middleOf = (box: typeof form) => (box ? box.x + box.width / 2 : 0)
  expect(middleOf(form)).toBeCloseTo(middleOf(whole), 0)
})
