import { expect, type Page } from '@playwright/test'
import { answerWith } from './support/answers.ts'
import { expectAccessible } from './support/axe.ts'
import { fitsTheWindow, openPage } from './support/pages.ts'
import { test } from './support/test.ts'
import { ownOrganisation } from './support/test-organisation.ts'
import { expectTheme, rowOf } from './support/vocabulary.ts'

const { organisation, sender, manager } = ownOrganisation({ sender: 'ana', manager: 'carlos' })

const atOrigin = 'Recursos Humanos para Jurídico. Está com Recursos Humanos'
const atDestination = 'Recursos Humanos para Jurídico. Está com Jurídico'

// proves 17.62, 17.63, 17.69
test('the path says who has it on every screen, stands upright where it is narrow, and tables use a wide screen', async ({
  browser,
}) => {
  const { id } = await organisation.send(sender, { items: [{ document_number: '1/26' }] })
  const page = await openPage(browser, organisation.server, sender, '/protocolos', {
    viewport: { width: 1920, height: 900 },
  })
  const main = page.getByRole('main')
  const pathIn = (name: string) => main.getByRole('img', { name, exact: true }).first()
  await expect(rowOf(page, `#${id}`).getByRole('img', { name: atOrigin })).toBeVisible()
  await expect(rowOf(page, `#${id}`).getByText(/^Devolução: (até|vence)/)).toBeVisible()
  expect((await page.getByRole('table').boundingBox())?.width).toBeGreaterThan(1600)
  await page.goto('/protocolos/novo')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const [form, whole] = [await main.boundingBox(), await page.getByRole('banner').boundingBox()]
  expect(form?.width).toBeLessThanOrEqual(1328)
  // In the middle of what the navigation leaves.
  const middleOf = (box: typeof form) => (box ? box.x + box.width / 2 : 0)
  expect(middleOf(form)).toBeCloseTo(middleOf(whole), 0)
  await page.goto('/')
  await expect(pathIn(atOrigin)).toBeVisible()

  await page.setViewportSize({ width: 1440, height: 900 })
  await manager.call('POST', `/api/protocols/${id}/receive`)
  for (const path of ['/protocolos', '/retornos', '/rastreamento?search=1/26&type=document', `/protocolos/${id}`]) {
    await page.goto(path)
    await expect(pathIn(atDestination), path).toBeVisible()
  }
  const stands = async () => {
    const box = await pathIn(atDestination).boundingBox()
    return box && box.height > box.width
  }
  expect(await stands()).toBe(false)
  await page.setViewportSize({ width: 340, height: 740 })
  await expect.poll(stands).toBe(true)
  await fitsTheWindow(page)
  const [from, to] = await Promise.all(
    ['Recursos Humanos', 'Jurídico'].map((name) => main.getByText(name, { exact: true }).first().boundingBox()),
  )
  expect(from?.x).toBeCloseTo(to?.x ?? 0, 0)
  expect(from?.y).toBeLessThan(to?.y ?? 0)
})

type Colour = 'blue' | 'green' | 'yellow' | 'red'

/** Each step with the name of its mark's colour, and whether it has an icon. */
const marks = (page: Page, list: string) =>
  page.getByRole('list', { name: list }).evaluate((timeline) =>
    [...timeline.querySelectorAll('li')].map((step) => {
      const mark = step.querySelector('[aria-hidden]')
      const [red = 0, green = 0, blue = 0] =
        getComputedStyle(mark as Element)
          .color.match(/\d+/g)
          ?.map(Number) ?? []
      const isWarm = red > blue && red > green
      const warm = (green - blue) / (red - blue) > 0.4 ? 'yellow' : 'red'
      const colour = isWarm ? warm : green > blue ? 'green' : 'blue'
      return [step.querySelector('div > div')?.textContent, colour, mark?.querySelector('svg') !== null]
    }),
  )

const isRed = async (page: Page, text: string | RegExp) => {
  const element = page.getByText(text).last()
  const colour = await element.evaluate((one) => getComputedStyle(one).color)
  const [red = 0, green = 0, blue = 0] = colour.match(/\d+/g)?.map(Number) ?? []
  return red > 1.5 * green && red > 1.5 * blue
}

/** A protocol with an entry of every colour in its history. */
async function eventful() {
  const sent = await organisation.send(sender, { items: [{ document_number: '2/26' }, { document_number: '3/26' }] })
  const [first, second] = sent.items
  await manager.call('POST', `/api/protocols/${sent.id}/receive`)
  await manager.call('PUT', `/api/protocols/items/${first}/assign`, { userId: manager.id })
  await sender.call('PUT', `/api/protocols/items/${second}/due-date`, { return_date: '2099-12-30', reason: 'Férias' })
  await manager.call('POST', `/api/protocols/items/${first}/return`)
  await sender.call('POST', `/api/protocols/items/${first}/complete`)
  await sender.call('POST', `/api/protocols/items/${second}/cancel`, { reason: 'Documento trocado' })
  return sent
}

// proves 4.26, 17.63
test('each step of a history has the colour of its keyword in both themes, and what is overdue is red', async ({
  browser,
}) => {
  const { id } = await eventful()
  const page = await openPage(browser, organisation.server, sender, `/protocolos/${id}?tab=historico`)
  const history = 'Histórico do protocolo'
  const steps = page.getByRole('list', { name: history }).getByRole('listitem')
  await expect(steps).toHaveCount(7)
  const colours: [string, Colour][] = [
    ['Protocolo criado', 'blue'],
    ['Protocolo recebido', 'blue'],
    ['Usuário atribuído', 'blue'],
    ['Prazo alterado', 'yellow'],
    ['Item retornado', 'yellow'],
    ['Item concluído', 'green'],
    ['Item cancelado', 'red'],
  ]
  for (const theme of ['dark', 'light'] as const) {
    // No theme was chosen, so the page follows the system.
    await page.emulateMedia({ colorScheme: theme })
    await expectTheme(page, theme)
    expect(await marks(page, history), theme).toEqual(colours.map(([action, colour]) => [action, colour, true]))
  }
  await expectAccessible(page, 'the coloured history')

  // The story of an item has the same colours.
  await page.goto('/rastreamento?search=2/26&type=document')
  await page.getByRole('button', { name: 'Ver Timeline' }).click()
  await expect(page.getByRole('list', { name: 'Timeline completa' })).toBeVisible()
  const story = await marks(page, 'Timeline completa')
  expect(Object.fromEntries(story.map(([action, colour]) => [action, colour]))).toMatchObject({
    'Protocolo criado': 'blue',
    'Item retornado': 'yellow',
    'Item concluído': 'green',
  })

  const due = '2020-01-02'
  const step = { id: 'return', action: 'Retorno até 02/01/2020', department: 'Jurídico', date: due, status: 'pending' }
  const result = {
    ...{ id: 1, protocol_id: id, document_number: '1/26', current_status: 'Em andamento', custody: 'destination' },
    ...{ origin_department: 'Recursos Humanos', destination_department: 'Jurídico' },
    ...{ requires_return: 1, return_date: due },
    timeline: [{ ...step, id: 'received', action: 'Protocolo recebido', date: null, status: 'current' }, step],
  }
  await answerWith(page, 'GET', '/api/tracking', 200, { data: [result] })
  await page.goto('/rastreamento?search=1/26&type=document')
  await expect(page.getByText('Retorno até 02/01/2020')).toBeVisible()
  expect(await isRed(page, 'Retorno até 02/01/2020')).toBe(true)
  expect(await isRed(page, /02\/01\/2020 · atrasado/)).toBe(true)
  expect(await isRed(page, 'Protocolo recebido')).toBe(false)
})
