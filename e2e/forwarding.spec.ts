import { expect, type Locator, type Page } from '@playwright/test'
import { answerWith } from './support/answers.ts'
import { expectAccessible } from './support/axe.ts'
import { expectFailedCall } from './support/console.ts'
import { invite, type Person } from './support/organisation.ts'
import { openPage, pageOf, withoutEvents } from './support/pages.ts'
import { fitsTheWindow, phone } from './support/phone.ts'
import { test } from './support/test.ts'
import { type TestOrganisation, testOrganisation } from './support/test-organisation.ts'

/** Recursos Humanos sends to Jurídico, which passes on to Almoxarifado, which passes on to this department. */
const farthest = 'Secretaria Municipal de Planejamento, Orçamento e Gestão'

let organisation: TestOrganisation
let ana: Person
let carlos: Person
let celia: Person
let davi: Person & { departmentId: number }

test.beforeAll(async () => {
  organisation = await testOrganisation()
  ana = await organisation.hire('Ana Beatriz Nogueira', 'origin', 'Usuário')
  carlos = await organisation.hire('Carlos Menezes', 'destination', 'Gestor')
  celia = await organisation.hire('Célia Prado', 'third', 'Gestor')
  const { dpid } = await organisation.admin('POST', '/api/departments', { dpname: farthest })
  const invited = {
    name: 'Davi Rocha',
    email: 'davi@malote.test',
    departmentId: dpid as number,
    role: 'Gestor',
  } as const
  davi = { ...(await invite(organisation.server.url, organisation.admin, invited)), departmentId: dpid }
})

test.afterAll(() => organisation.server.stop())

const received = async (documents: string[]) => {
  const sent = await organisation.send(ana, { items: documents.map((document_number) => ({ document_number })) })
  await carlos.call('POST', `/api/protocols/${sent.id}/receive`)
  return sent
}

const passOn = async (who: Person, id: number, department: number, item_ids: number[]) => {
  const body = { destination_department_id: department, remarks: 'Segue para parecer', item_ids }
  const { protocol_id } = await who.call('POST', `/api/protocols/${id}/forward`, body)
  return protocol_id as number
}

const pathOf = (page: Page) => page.getByRole('list', { name: /^Caminho d/ })
const stopsOf = (page: Page) => pathOf(page).getByRole('listitem')
const idOf = (page: Page) => Number(new URL(page.url()).pathname.split('/').at(-1))

/** Fills in the dialog and waits for the new protocol. */
async function passOnTo(page: Page, department: string, remarks: string) {
  const before = page.url()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Próximo departamento' }).click()
  await page.getByRole('option', { name: department }).click()
  await dialog.getByLabel('Observações').fill(remarks)
  await dialog.getByRole('button', { name: /^Encaminhar/ }).click()
  await expect(dialog).toBeHidden()
  await page.waitForURL((url) => url.href !== before && /\/protocolos\/\d+$/.test(url.pathname))
  return idOf(page)
}

// proves 20.62, 20.63, 20.66, 20.67, 20.68, 20.69
test('documents go through four departments and come back hop by hop, and each sees where they are', async ({
  browser,
}) => {
  const { id, items } = await received(['101/26', '102/26', '103/26'])

  // Jurídico passes two of three on, from the list.
  const legal = await openPage(browser, organisation.server, carlos, '/protocolos')
  await legal.getByRole('button', { name: `Ações do protocolo ${id}`, exact: true }).click()
  await legal.getByRole('menuitem', { name: 'Encaminhar' }).click()
  const dialog = legal.getByRole('dialog', { name: 'Encaminhar itens' })
  await expect(dialog.getByRole('checkbox', { name: '103/26' })).toBeChecked()
  await expect(dialog.getByText(/^Volta até \d\d\/\d\d\/\d{4}/)).toHaveCount(3)
  await dialog.getByRole('checkbox', { name: '103/26' }).uncheck()
  await expectAccessible(legal, 'the dialog')
  const second = await passOnTo(legal, 'Almoxarifado', 'Para conferir o estoque com urgência')
  await expect(legal.getByText('2 itens encaminhados para Almoxarifado.')).toBeVisible()
  await expect(stopsOf(legal).first()).toContainText('Os itens vieram deRecursos HumanosProtocolo')
  await expect(pathOf(legal).getByRole('link', { name: `#${id}` })).toBeVisible()

  // Almoxarifado passes one of them on, chosen in the detail.
  await celia.call('POST', `/api/protocols/${second}/receive`)
  const stock = await openPage(browser, organisation.server, celia, `/protocolos/${second}`)
  await expect(stock.getByText('Veio de Recursos Humanos').first()).toBeVisible()
  await expect(pathOf(stock).getByRole('link', { name: `#${id}` })).toHaveCount(0)
  await stock.getByRole('checkbox', { name: 'Selecionar 102/26' }).check()
  await stock.getByRole('button', { name: 'Encaminhar selecionados' }).click()
  await expect(stock.getByRole('dialog').getByRole('checkbox', { name: '101/26' })).not.toBeChecked()
  const third = await passOnTo(stock, farthest, 'Para assinatura do secretário')
  await davi.call('POST', `/api/protocols/${third}/receive`)

  // Recursos Humanos sees every stop and where each item is, and learns nothing else of the other protocols.
  const origin = await openPage(browser, organisation.server, ana, `/protocolos/${id}`)
  const names = ['Recursos Humanos', 'Jurídico', 'Almoxarifado', farthest]
  await expect(stopsOf(origin)).toHaveCount(names.length)
  for (const [index, name] of names.entries()) await expect(stopsOf(origin).nth(index)).toContainText(name)
  await expect(pathOf(origin).getByText('1 de 3 itens aqui')).toBeVisible()
  await expect(origin.getByText('Em Almoxarifado, encaminhado em').first()).toBeVisible()
  await expect(origin.getByText(`Em ${farthest}, encaminhado em`).first()).toBeVisible()
  const told = async () => (await origin.getByRole('main').innerText()) + (await origin.getByRole('main').innerHTML())
  for (const secret of ['Célia', 'Davi', 'estoque', 'secretário', `#${second}`, `#${third}`]) {
    expect(await told()).not.toContain(secret)
  }
  await origin.setViewportSize(phone.viewport)
  await fitsTheWindow(origin)
  await origin.setViewportSize({ width: 1440, height: 900 })

  await origin.goto('/rastreamento?search=102/26&type=document')
  await expect(origin.getByText(farthest, { exact: true }).first()).toBeVisible()
  await origin.getByRole('button', { name: 'Ver Timeline' }).first().click()
  const steps = origin.getByRole('dialog').getByRole('list', { name: 'Timeline completa' })
  await expect(steps).toContainText('Encaminhado para Almoxarifado')
  await expect(steps).toContainText(`Recebido em ${farthest}`)
  for (const secret of ['Célia', 'Davi', `#${third}`]) expect(await told()).not.toContain(secret)

  // Nobody can say that it came back while it has not.
  const away = items[1]
  await expect(carlos.call('POST', `/api/protocols/items/${away}/return`)).rejects.toThrow(/409.*Aguarde a volta/)
  await legal.goto(`/protocolos/${id}?item=${away}`)
  const panel = legal.getByRole('dialog', { name: 'Detalhes do Item' })
  await expect(panel.getByText(`Este item está em ${farthest}. Aguarde a volta.`)).toBeVisible()
  await expect(panel.getByRole('link', { name: `Abrir protocolo #${second}` })).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Marcar como Retornado' })).toHaveCount(0)
  await expect(panel.getByRole('button', { name: 'Cancelar Item' })).toHaveCount(0)
  await expectAccessible(legal, 'an item that is elsewhere')
  await legal.goto('/retornos?search=102/26')
  await expect(legal.getByRole('checkbox', { name: 'Selecionar 102/26' }).first()).toHaveAccessibleDescription(
    `Este item está em ${farthest}. Aguarde a volta.`,
  )

  // Back hop by hop: returned by who has it, confirmed by who waits for it.
  const back = async (holder: Person, waiting: Person, protocol: number) => {
    const detail = await holder.call('GET', `/api/protocols/${protocol}`)
    for (const item of detail.items as { id: number }[]) {
      await holder.call('POST', `/api/protocols/items/${item.id}/return`)
      await waiting.call('POST', `/api/protocols/items/${item.id}/complete`)
    }
  }
  await back(davi, celia, third)
  await back(celia, carlos, second)
  await origin.goto(`/protocolos/${id}`)
  await expect(
    origin.getByRole('img', { name: 'Recursos Humanos para Jurídico. Está com Jurídico' }).first(),
  ).toBeVisible()
  await expect(pathOf(origin)).toHaveCount(0)
  await legal.goto(`/protocolos/${id}?item=${away}`)
  await panel.getByRole('button', { name: 'Marcar como Retornado' }).click()
  await legal.getByRole('button', { name: 'Confirmar' }).click()
  await expect(legal.getByText('Item retornado com sucesso!')).toBeVisible()
})

// proves 20.66
test('five stops fit a phone, and stand side by side where there is room', async ({ browser }) => {
  const { id } = await received(['601/26', '602/26'])
  const { dpid } = await organisation.admin('POST', '/api/departments', { dpname: 'Procuradoria Geral do Município' })
  const way = [
    { holder: carlos, next: celia, department: organisation.departments.third },
    { holder: celia, next: davi, department: davi.departmentId },
    { holder: davi, next: null, department: dpid as number },
  ]
  let protocol = id
  for (const { holder, next, department } of way) {
    const { items } = await holder.call('GET', `/api/protocols/${protocol}`)
    protocol = await passOn(holder, protocol, department, [items[0].id])
    await next?.call('POST', `/api/protocols/${protocol}/receive`)
  }
  const page = await openPage(browser, organisation.server, ana, `/protocolos/${id}`)
  const names = pathOf(page).getByText(/^(Recursos Humanos|Jurídico|Almoxarifado|Secretaria.*|Procuradoria.*)$/)
  const lefts = async () => Promise.all((await names.all()).map(async (name) => (await name.boundingBox())?.x ?? 0))
  await expect(names).toHaveCount(5)
  await expect(stopsOf(page).last()).toContainText('A caminho desde')
  const wide = await lefts()
  expect(wide).toEqual([...wide].sort((one, other) => one - other))
  expect(new Set(wide).size).toBe(5)
  await page.setViewportSize(phone.viewport)
  await fitsTheWindow(page)
  expect(new Set(await lefts()).size).toBe(1)
  await expectAccessible(page, 'five stops on a phone')
  await page.emulateMedia({ forcedColors: 'active' })
  const stations = pathOf(page).locator('[aria-hidden] [data-here]')
  await expect(stations).toHaveCount(5)
  for (const station of await stations.all()) expect(await borderOf(station)).toBeGreaterThan(2)
})

const borderOf = (station: Locator) =>
  station.evaluate((one) => Number.parseFloat(getComputedStyle(one).borderTopWidth))

// proves 20.65
test('the dialog keeps what was typed, says what others were quicker with, and returns what goes to the origin', async ({
  browser,
}) => {
  const { id, items } = await received(['201/26', '202/26'])
  const page = await pageOf(browser, organisation.server, carlos)
  await withoutEvents(page)
  await page.goto(`/protocolos/${id}`)
  await page.getByRole('button', { name: 'Encaminhar', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Encaminhar itens' })

  // The origin is no next department: what to do instead is said and offered.
  await dialog.getByRole('combobox', { name: 'Próximo departamento' }).click()
  await expect(page.getByRole('option', { name: 'Jurídico' })).toHaveCount(0)
  await page.getByRole('option', { name: 'Recursos Humanos' }).click()
  await expect(dialog.getByText('Para devolver à origem, use Marcar como Retornado.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: /^Encaminhar/ })).toBeDisabled()

  // A failure leaves everything as it is.
  await dialog.getByRole('combobox', { name: 'Próximo departamento' }).fill('almox')
  await page.keyboard.press('Enter')
  await dialog.getByLabel('Observações').fill('Para conferir')
  const asBefore = await answerWith(page, 'POST', `/api/protocols/${id}/forward`, 500)
  await dialog.getByRole('button', { name: 'Encaminhar 2 itens' }).click()
  await expect(dialog.getByText('Erro ao encaminhar os itens. Tente novamente.')).toBeVisible()
  await asBefore()

  // A colleague was quicker with one of the items, and the page has not heard of it.
  const colleague = await organisation.hire('Débora Lima', 'destination', 'Usuário')
  await passOn(colleague, id, organisation.departments.third, items.slice(0, 1))
  expectFailedCall(page, 'POST', `/api/protocols/${id}/forward`, 409)
  await dialog.getByRole('button', { name: 'Encaminhar 2 itens' }).click()
  await expect(dialog.getByText(/^201\/26 fica de fora\. Está em Almoxarifado, encaminhado em/)).toBeVisible()
  await expect(dialog.getByLabel('Observações')).toHaveValue('Para conferir')
  await dialog.getByRole('button', { name: 'Encaminhar 1 item' }).click()
  await expect(page.getByText('1 item encaminhado para Almoxarifado.')).toBeVisible()
})

// proves 20.64
test('choosing the origin returns the items with one press', async ({ browser }) => {
  const { id } = await received(['301/26'])
  const page = await openPage(browser, organisation.server, carlos, `/protocolos/${id}`, phone)
  await page.getByRole('button', { name: 'Encaminhar', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Encaminhar itens' })
  await dialog.getByRole('combobox', { name: 'Próximo departamento' }).click()
  await page.getByRole('option', { name: 'Recursos Humanos' }).click()
  await fitsTheWindow(page)
  await dialog.getByRole('button', { name: 'Marcar como Retornado' }).click()
  await expect(page.getByText('Item retornado com sucesso!')).toBeVisible()
  await expect(dialog).toBeHidden()
})

// proves 20.64
test('choosing the origin returns several items that nobody answers for', async ({ browser }) => {
  const { id } = await received(['302/26', '303/26'])
  const page = await openPage(browser, organisation.server, carlos, `/protocolos/${id}`)
  await page.getByRole('button', { name: 'Encaminhar', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Encaminhar itens' })
  await dialog.getByRole('combobox', { name: 'Próximo departamento' }).click()
  await page.getByRole('option', { name: 'Recursos Humanos' }).click()
  await dialog.getByRole('button', { name: 'Marcar como Retornado' }).click()
  await expect(page.getByText('2 itens retornados com sucesso!')).toBeVisible()
  await expect(dialog).toBeHidden()
})

test('whoever ticks no item is led back to the items', async ({ browser }) => {
  const { id } = await received(Array.from({ length: 8 }, (_, index) => `50${index}/26`))
  const page = await openPage(browser, organisation.server, carlos, `/protocolos/${id}`, phone)
  await page.getByRole('button', { name: 'Encaminhar', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Encaminhar itens' })
  await dialog.getByRole('button', { name: 'Desmarcar todos' }).click()
  await dialog.getByRole('combobox', { name: 'Próximo departamento' }).click()
  await page.getByRole('option', { name: 'Almoxarifado' }).click()
  await dialog.getByLabel('Observações').fill('Para conferir')
  await dialog.getByRole('button', { name: 'Encaminhar', exact: true }).click()
  await expect(dialog.getByRole('checkbox').first()).toBeFocused()
  await expect(dialog.getByRole('group')).toHaveAccessibleDescription('Selecione pelo menos um item para encaminhar.')
})

// proves 20.63
test('a keyboard is enough to pass items on', async ({ browser }) => {
  const { id } = await received(['401/26'])
  const page = await openPage(browser, organisation.server, carlos, `/protocolos/${id}`)
  const opener = page.getByRole('button', { name: 'Encaminhar', exact: true })
  await opener.focus()
  await page.keyboard.press('Enter')
  const department = page.getByRole('dialog').getByRole('combobox', { name: 'Próximo departamento' })
  await expect(department).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(department).toBeFocused()
  await page.keyboard.type('almox')
  await page.keyboard.press('Tab')
  await expect(department).toHaveValue('Almoxarifado')
  await page.keyboard.type('Para conferir')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(`Protocolo #${id}`)
  await expect(stopsOf(page).first()).toContainText('O item veio deRecursos Humanos')
})

// proves 20.68
test('who is refused by the server reads where the item is', async ({ browser }) => {
  const { id, items } = await received(['501/26'])
  const page = await pageOf(browser, organisation.server, ana)
  await withoutEvents(page)
  await page.goto(`/protocolos/${id}`)
  await page.getByRole('button', { name: 'Cancelar', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('textbox').fill('Enviado por engano')
  await passOn(carlos, id, organisation.departments.third, items)
  expectFailedCall(page, 'POST', `/api/protocols/${id}/cancel`, 409)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancelar protocolo' }).click()
  await expect(page.getByText('Este item está em Almoxarifado. Aguarde a volta.').first()).toBeVisible()
})
