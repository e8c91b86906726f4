import { expect, type Page } from '@playwright/test'
import { answerWith } from './support/answers.ts'
import { expectAccessible } from './support/axe.ts'
import { fitsTheWindow, openPage } from './support/pages.ts'
import { test } from './support/test.ts'
import { ownOrganisation } from './support/test-organisation.ts'
import { expectTheme, heading, rowOf } from './support/vocabulary.ts'

const { organisation, sender, manager } = ownOrganisation({ sender: 'ana', manager: 'carlos' })

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

// proves 4.26, 17.63, 17.69
test('a path stands upright where it is narrow, each step has its colour, what is overdue is red, and tables use a wide screen', async ({
  browser,
}) => {
  const { id } = await eventful()
  const page = await openPage(browser, organisation.server, sender, '/protocolos', {
    viewport: { width: 1920, height: 900 },
  })
  await expect(rowOf(page, `#${id}`)).toBeVisible()
  expect((await page.getByRole('table').boundingBox())?.width).toBeGreaterThan(1600)
  await page.getByRole('link', { name: 'Novo Protocolo' }).first().click()
  await expect(heading(page, 'Novo Protocolo')).toBeVisible()
  const main = page.getByRole('main')
  const [form, whole] = [await main.boundingBox(), await page.getByRole('banner').boundingBox()]
  expect(form?.width).toBeLessThanOrEqual(1328)
  // In the middle of what the navigation leaves.
  const middleOf = (box: typeof form) => (box ? box.x + box.width / 2 : 0)
  expect(middleOf(form)).toBeCloseTo(middleOf(whole), 0)

  await page.goBack()
  await page.getByRole('link', { name: `#${id}`, exact: true }).click()
  const stands = async () => {
    const box = await main
      .getByRole('img', { name: /^Recursos Humanos para Jurídico/ })
      .first()
      .boundingBox()
    return box && box.height > box.width
  }
  await expect.poll(stands).toBe(false)
  await page.setViewportSize({ width: 340, height: 740 })
  await expect.poll(stands).toBe(true)
  await fitsTheWindow(page)
  const [from, to] = await Promise.all(
    ['Recursos Humanos', 'Jurídico'].map((name) => main.getByText(name, { exact: true }).first().boundingBox()),
  )
  expect(from?.x).toBeCloseTo(to?.x ?? 0, 0)
  expect(from?.y).toBeLessThan(to?.y ?? 0)

  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('tab', { name: 'Histórico' }).click()
  const history = 'Histórico do protocolo'
  const colours: [string, Colour][] = [
    ['Protocolo criado', 'blue'],
    ['Protocolo recebido', 'blue'],
    ['Usuário atribuído', 'blue'],
    ['Prazo alterado', 'yellow'],
    ['Item retornado', 'yellow'],
    ['Item concluído', 'green'],
    ['Item cancelado', 'red'],
  ]
  await expect(page.getByRole('list', { name: history }).getByRole('listitem')).toHaveCount(colours.length)
  for (const theme of ['dark', 'light'] as const) {
    // No theme was chosen, so the page follows the system.
    await page.emulateMedia({ colorScheme: theme })
    await expectTheme(page, theme)
    expect(await marks(page, history), theme).toEqual(colours.map(([action, colour]) => [action, colour, true]))
  }
  await expectAccessible(page, 'the coloured history')

  const due = '2020-01-02'
  const step = { id: 'return', action: 'Retorno até 02/01/2020', department: 'Jurídico', date: due, status: 'pending' }
  const result = {
    ...{ id: 1, protocol_id: id, document_number: '1/26', current_status: 'Em andamento', custody: 'destination' },
    ...{ origin_department: 'Recursos Humanos', destination_department: 'Jurídico' },
    ...{ requires_return: 1, return_date: due },
    timeline: [{ ...step, id: 'received', action: 'Protocolo recebido', date: null, status: 'current' }, step],
  }
  await answerWith(page, 'GET', '/api/tracking', 200, { data: [result] })
  await page.getByRole('link', { name: 'Rastreamento', exact: true }).click()
  await page.getByRole('searchbox').fill(`#${id}`)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Retorno até 02/01/2020')).toBeVisible()
  expect(await isRed(page, 'Retorno até 02/01/2020')).toBe(true)
  expect(await isRed(page, /02\/01\/2020 · atrasado/)).toBe(true)
  expect(await isRed(page, 'Protocolo recebido')).toBe(false)
})
