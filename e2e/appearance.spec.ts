import { addDays } from '@malote/core/shared/civil-date.ts'
import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { answerWith } from './support/answers.ts'
import { expectAccessible } from './support/axe.ts'
import { fitsTheWindow, openPage, pageOf, phone, resize } from './support/pages.ts'
import { differences, luminanceAt, luminances, pictureOf } from './support/pixels.ts'
import { test } from './support/test.ts'
import { ownOrganisation } from './support/test-organisation.ts'
import { expectTheme, heading, rowOf } from './support/vocabulary.ts'

// What is drawn, and what lies above it: guards against the browser, of which one test of a kind is not @long.

const { organisation, sender, manager, admin } = ownOrganisation({ sender: 'ana', manager: 'carlos', admin: 'helena' })
let id: number
let protocol: { id: number }

test.beforeAll(async () => {
  protocol = await organisation.send(admin, { items: [{ document_number: '1/26' }] })
  const sent = await organisation.send(sender, { items: [{ document_number: '1/26' }, { document_number: '2/26' }] })
  id = sent.id
  await manager.call('POST', `/api/protocols/${id}/receive`)
  await manager.call('POST', `/api/protocols/items/${sent.items[0]}/return`)
  const { items } = await manager.call('GET', `/api/protocols/${id}`)
  const return_date = addDays(items[1].return_date, 30)
  const asking = { return_date, reason: 'Falta uma assinatura' }
  await manager.call('POST', `/api/protocols/items/${sent.items[1]}/extension-requests`, asking)
})

// With forced colours (Windows' high contrast) backgrounds and shadows are lost.

const open = (browser: Browser, path: string) =>
  openPage(browser, organisation.server, sender, path, {
    forcedColors: 'active',
    viewport: { width: 1280, height: 900 },
  })

/** The drawing of a control differs before and after `act`, by at least so many pixels. */
async function changes(target: Locator, act: () => Promise<unknown>, pixels: number) {
  const before = await pictureOf(target)
  await act()
  await expect.poll(async () => differences(before, await pictureOf(target))).toBeGreaterThan(pixels)
}

// proves 17.60
test('the active tab, the progress and the current section have a shape', { tag: '@long' }, async ({ browser }) => {
  const page = await open(browser, `/protocolos/${id}`)
  const bar = await pictureOf(page.getByRole('progressbar', { name: 'Itens processados' }))
  // What was returned is hatched, and what is open is plain.
  const spreadFrom = (start: number) => {
    const columns = Array.from({ length: Math.floor(bar.width * 0.4) }, (_, x) => Math.floor(bar.width * start) + x)
    const shades = columns.map((x) => luminanceAt(bar, x, Math.floor(bar.height / 2)))
    return Math.max(...shades) - Math.min(...shades)
  }
  expect(spreadFrom(0.05)).toBeGreaterThan(0.4)
  expect(spreadFrom(0.55)).toBeLessThan(0.1)

  const tab = page.getByRole('tab', { name: /Histórico/ })
  await changes(tab, () => tab.click(), 100)

  const entry = (name: string) => page.getByRole('link', { name, exact: true })
  await changes(entry('Retorno de Itens'), () => entry('Retorno de Itens').click(), 200)
})

// proves 17.60
test('the highlighted option of a list stands out', { tag: '@long' }, async ({ browser }) => {
  const page = await open(browser, '/relatorios')
  await page.getByRole('combobox', { name: 'Tipo de Relatório' }).click()
  const option = page.getByRole('option', { name: 'Retornos' })
  await option.waitFor()
  // Without blurring the field, which would close the list.
  const draw = () => pictureOf(option, { keepsFocus: true })
  const before = await draw()
  await page.keyboard.press('ArrowUp')
  await expect.poll(async () => differences(before, await draw())).toBeGreaterThan(2000)
})

test('the code of an authenticator app is dark on light, and a dialog and the field for a password have a frame', {
  tag: '@long',
}, async ({ browser }) => {
  const page = await open(browser, '/perfil')
  await page.getByRole('button', { name: 'Configurar aplicativo' }).click()
  const dialog = page.getByRole('dialog', { name: 'Configurar aplicativo autenticador' })
  const code = await pictureOf(dialog.getByRole('img', { name: /^Código QR/ }))
  // The finder in the corner: seven dark squares wide, with a light ring inside.
  const square = code.width / 45
  const across = Array.from({ length: 21 }, (_, third) => luminanceAt(code, ((third + 0.5) * square) / 3, square * 3.5))
  expect(Math.min(...across)).toBeLessThan(0.1)
  expect(Math.max(...across)).toBeGreaterThan(0.9)
  expect(await dialog.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('solid')
  await page.keyboard.press('Escape')

  const field = page.getByLabel('Senha atual')
  const draw = () => pictureOf(field.locator('xpath=..'), { keepsFocus: true })
  const before = await draw()
  await field.focus()
  await expect.poll(async () => differences(before, await draw())).toBeGreaterThan(200)
})

// proves 17.60
test('the station that has the protocol is a disc, the other one a whole ring', { tag: '@long' }, async ({
  browser,
}) => {
  const page = await open(browser, `/protocolos/${id}`)
  const path = await pictureOf(page.getByRole('img', { name: 'Recursos Humanos para Jurídico. Está com Jurídico' }))
  const middle = path.height / 2
  expect(luminanceAt(path, 9, middle), 'inside of the origin').toBeGreaterThan(0.8)
  expect(luminanceAt(path, 1, middle), 'ring of the origin').toBeLessThan(0.3)
  expect(luminanceAt(path, -9, middle), 'inside of the destination').toBeLessThan(0.3)
  expect(luminanceAt(path, path.width / 2, middle), 'the line').toBeLessThan(0.3)
})

test('what is chosen about a due date, its explanation and the month have a shape', { tag: '@long' }, async ({
  browser,
}) => {
  const page = await open(browser, '/retornos?view=pedidos')
  const side = page.getByText('A decidir', { exact: true })
  await changes(side, () => side.click(), 200)

  await page.getByRole('button', { name: 'Decidir pedido de prazo: 2/26' }).click()
  const dialog = page.getByRole('dialog', { name: 'Pedido de prazo' })
  expect(await dialog.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('solid')
  const date = dialog.getByRole('button', { name: /^\+1 semana/ })
  await changes(date, () => date.click(), 1000)
  const deny = dialog.getByText('Negar', { exact: true })
  await changes(deny, () => deny.click(), 300)
  await dialog.getByTitle('Por que esta data?').click()
  const explanation = page.getByRole('dialog', { name: /^Por que / })
  await expect(explanation).toContainText('prazo')
  expect(await explanation.evaluate((element) => getComputedStyle(element).borderTopStyle)).toBe('solid')
  await page.keyboard.press('Escape')
  await expect(explanation).toBeHidden()
  page.on('dialog', (question) => question.accept())

  // Today is a disc of the system's own colour.
  await page.goto('/retornos?view=calendario')
  const today = page.getByRole('cell').filter({ hasText: 'Hoje' })
  const disc = await pictureOf(today.locator('time'))
  expect(luminanceAt(disc, 3, disc.height / 2)).toBeLessThan(0.4)
})

test('on a touch screen what a button has opened has a button that closes it', { tag: '@long' }, async ({
  browser,
}) => {
  const page = await openPage(browser, organisation.server, admin, `/protocolos/${protocol.id}`, phone)
  const expectCloses = async (button: Locator, name: string | RegExp) => {
    await button.click()
    const part = page.getByRole('dialog', { name })
    const close = part.getByRole('button', { name: 'Fechar' })
    await expect.poll(async () => (await close.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await expectAccessible(page, `${name} by touch`)
    await close.click()
    await expect(part).toBeHidden()
    await expect(button).toBeFocused()
  }
  await expectCloses(page.getByTitle('Por que esta data?').first(), /^Por que /)
  await page.goto('/relatorios')
  await expectCloses(page.getByRole('button', { name: 'O que significa: Protocolos Ativos' }), 'Protocolos Ativos')
  await page.goto('/settings/calendar?open=new')
  await expectCloses(page.getByRole('button', { name: 'Abrir calendário' }), 'Calendário')
  await resize(page, { width: 1024, height: 768 })
  await page.goto('/perfil')
  await expectCloses(page.getByRole('button', { name: /^Notificações/ }), 'Notificações')
})

test('on a phone the buttons of a dialog are seen in the order in which they are focused', { tag: '@long' }, async ({
  browser,
}) => {
  const page = await openPage(browser, organisation.server, admin, `/protocolos/${protocol.id}`, phone)
  await page.getByRole('button', { name: 'Cancelar', exact: true }).click()
  const buttons = page.getByRole('alertdialog').getByRole('button', { name: /^(Voltar|Cancelar protocolo)$/ })
  await expect(buttons).toHaveText(['Voltar', 'Cancelar protocolo'])
  const [first, second] = await Promise.all((await buttons.all()).map((button) => button.boundingBox()))
  expect(first?.y).toBeLessThan(second?.y ?? 0)
  // Where the dialog puts the focus itself, which it would take back later.
  await expect(page.getByRole('alertdialog').locator(':focus')).toHaveCount(1)
  await buttons.first().focus()
  await page.keyboard.press('Tab')
  await expect(buttons.last()).toBeFocused()
})

/** The dialogs that had no name when they were put on the page, as a screen reader would meet them. */
async function watchNames(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const nameless: string[] = []
    Object.assign(window, { nameless })
    new MutationObserver(() => {
      for (const dialog of document.querySelectorAll('[aria-modal=true]:not([aria-label], [aria-labelledby])')) {
        nameless.push(dialog.textContent ?? '')
      }
    }).observe(document, { subtree: true, childList: true })
  })
  return () => page.evaluate(() => (window as unknown as { nameless: string[] }).nameless)
}

test('a dialog has its name from the moment it appears', { tag: '@long' }, async ({ browser }) => {
  const page = await pageOf(browser, organisation.server, admin)
  const nameless = await watchNames(page)
  await page.goto(`/protocolos/${protocol.id}`)
  await page.getByRole('button', { name: 'Cancelar', exact: true }).click()
  await expect(page.getByRole('alertdialog')).toHaveAccessibleName(/./)
  await page.keyboard.press('Escape')
  await page.getByRole('row', { name: /1\/26/ }).click()
  await expect(page.getByRole('dialog')).toHaveAccessibleName(/./)
  await page.keyboard.press('Escape')
  await resize(page, phone.viewport)
  await page.getByRole('button', { name: 'Abrir menu' }).click()
  await expect(page.getByRole('dialog', { name: 'Malote' })).toBeVisible()
  expect(await nameless()).toEqual([])
})

const statuses = ['Pendente', 'Em andamento', 'Concluído', 'Cancelado']
const days = Array.from({ length: 30 }, (_, day) => `${String(day + 1).padStart(2, '0')}/11`)

/** The dashboard with these numbers for each status on the last day. */
async function dashboard(browser: Browser, numbers: number[], options: object = {}): Promise<Page> {
  const page = await pageOf(browser, organisation.server, sender, options)
  const datasets = statuses.map((label, index) => ({
    label,
    data: days.map((_, day) => (day === 29 ? (numbers[index] ?? 0) : 0)),
  }))
  await answerWith(page, 'GET', '/api/dashboard/stats', 200, {
    totalProtocols: 1,
    chartData: { labels: days, datasets },
  })
  await page.goto('/')
  await expect(page.locator('figure svg text').first()).toBeAttached()
  return page
}

/** The last one stays. */
const visions = ['deuteranopia', 'protanopia', 'tritanopia', 'achromatopsia', 'none'] as const

/** The sample of each mark in the legend: how light it is, and whether it has stripes. */
async function samplesOf(page: Page) {
  const entries = page.getByRole('listitem', { includeHidden: true })
  const legend = page.getByRole('list', { includeHidden: true }).filter({ has: entries.getByText('Em andamento') })
  const places = await legend.evaluate((list) => {
    const { left, top } = list.getBoundingClientRect()
    return [...list.children].map((entry) => {
      const box = (entry.querySelector('span') as Element).getBoundingClientRect()
      const name = entry.textContent ?? ''
      return { name, left: box.left - left, right: box.right - left, top: box.top - top, bottom: box.bottom - top }
    })
  })
  const picture = await pictureOf(legend)
  const light = luminances(picture)
  return places.map(({ name, left, right, top, bottom }) => {
    // Without the rounded edge.
    const inside = light.filter((_, pixel) => {
      const [x, y] = [pixel % picture.width, Math.floor(pixel / picture.width)]
      return x > left + 1 && y > top + 1 && x < right - 2 && y < bottom - 2
    })
    return {
      name,
      mean: inside.reduce((sum, one) => sum + one, 0) / inside.length,
      isStriped: Math.max(...inside) - Math.min(...inside) > 0.2,
    }
  })
}

async function expectToldWithoutHue(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  for (const type of visions) {
    await devtools.send('Emulation.setEmulatedVisionDeficiency', { type })
    const samples = await samplesOf(page)
    expect(samples.map(({ name }) => name)).toEqual(statuses)
    for (const [index, one] of samples.entries()) {
      for (const other of samples.slice(index + 1)) {
        const [light, dark] = [Math.max(one.mean, other.mean) + 0.05, Math.min(one.mean, other.mean) + 0.05]
        const isTold = one.isStriped !== other.isStriped || light / dark > 1.3
        expect(isTold, `${one.name} and ${other.name} with ${type}: ${light / dark}`).toBe(true)
      }
    }
  }
}

// proves 17.60, 17.61
test('every status can be told without its hue, and a switch, a tick and a chosen segment without colours', async ({
  browser,
}) => {
  const page = await dashboard(browser, [10, 10, 10, 10], { viewport: { width: 1280, height: 900 } })
  await expectToldWithoutHue(page)

  await page.emulateMedia({ forcedColors: 'active' })
  const segment = page.getByText('Último Ano', { exact: true })
  await changes(segment, () => segment.click(), 300)

  await page.keyboard.press('n')
  const box = page.getByRole('checkbox', { name: 'Este protocolo requer devolução de itens' })
  await changes(box, () => box.click(), 60)
  // The tick itself can be told from the box.
  const ticked = await pictureOf(box)
  const middles = [8, 9, 10, 11, 12].flatMap((x) => [8, 9, 10, 11, 12].map((y) => luminanceAt(ticked, x, y)))
  expect(Math.max(...middles) - Math.min(...middles)).toBeGreaterThan(0.4)

  await page.getByRole('link', { name: 'Perfil', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sair sem salvar' }).click()
  const toggle = page.getByRole('switch').first()
  await toggle.waitFor({ state: 'attached' })
  // The input itself is hidden; what one sees is beside it.
  await changes(toggle.locator('xpath=..'), () => toggle.press('Space'), 100)
})

// proves 17.61
test('every status can be told without its hue in the dark theme', { tag: '@long' }, async ({ browser }) => {
  await expectToldWithoutHue(await dashboard(browser, [10, 10, 10, 10], { colorScheme: 'dark' }))
})

// proves 17.61
test('the numbers stand on the marks where there is room', { tag: '@long' }, async ({ browser }) => {
  const page = await dashboard(browser, [40, 50, 60, 1], { viewport: { width: 1440, height: 900 } })
  for (const number of ['40', '50', '60']) {
    await expect(page.locator('figure svg text').getByText(number, { exact: true }).last()).toBeVisible()
  }
  // One of 151 is too low for its number.
  await expect(page.locator('figure svg text').filter({ hasText: /^1$/ })).toHaveCount(0)
})

// proves 17.61
test('the axis has the same days at every width', { tag: '@long' }, async ({ browser }) => {
  const page = await dashboard(browser, [4, 3, 2, 1], { viewport: { width: 1920, height: 900 } })
  const shown = () =>
    page
      .locator('figure svg text')
      .filter({ hasText: /^\d\d\/\d\d$/ })
      .allTextContents()
  const wide = ['05/11', '10/11', '15/11', '20/11', '25/11', '30/11']
  await expect.poll(shown).toEqual(wide)
  for (const width of [1024, 390, 360]) {
    await resize(page, { width, height: 800 })
    await expect.poll(shown).toEqual(wide)
  }
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
  await resize(page, { width: 340, height: 740 })
  await expect.poll(stands).toBe(true)
  await fitsTheWindow(page)
  const [from, to] = await Promise.all(
    ['Recursos Humanos', 'Jurídico'].map((name) => main.getByText(name, { exact: true }).first().boundingBox()),
  )
  expect(from?.x).toBeCloseTo(to?.x ?? 0, 0)
  expect(from?.y).toBeLessThan(to?.y ?? 0)

  await resize(page, { width: 1440, height: 900 })
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
