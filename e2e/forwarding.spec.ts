import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { callAs, type Person, staffPassword, storePerson, storeSession } from './support/organisation.ts'
import { fitsTheWindow, openPage, phone } from './support/pages.ts'
import { test } from './support/test.ts'
import { ownOrganisation } from './support/test-organisation.ts'
import { openMenu } from './support/vocabulary.ts'

/** Recursos Humanos sends to Jurídico, which passes on to Almoxarifado, which passes on to this department. */
const farthest = 'Secretaria Municipal de Planejamento, Orçamento e Gestão'

const { organisation, ana, carlos, celia } = ownOrganisation({
  ana: 'ana',
  carlos: 'carlos',
  celia: ['Célia Prado', 'third', 'Gestor'],
})
let davi: Person & { departmentId: number }

test.beforeAll(async () => {
  const { dpid: departmentId } = await organisation.admin('POST', '/api/departments', { dpname: farthest })
  const { url, ownerConnectionString } = organisation.server
  const person = { name: 'Davi Rocha', email: 'davi@malote.test', departmentId, role: 'Gestor' } as const
  const id = await storePerson(ownerConnectionString, person)
  const token = await storeSession(ownerConnectionString, person.email)
  davi = { ...person, id, password: staffPassword, token, call: callAs(url, token) }
})

const pathOf = (page: Page) => page.getByRole('list', { name: /^Caminho d/ })
const stopsOf = (page: Page) => pathOf(page).getByRole('listitem')
const idOf = (page: Page) => Number(new URL(page.url()).pathname.split('/').at(-1))
const told = async (page: Page) =>
  (await page.getByRole('main').innerText()) + (await page.getByRole('main').innerHTML())

// proves 20.62, 20.63, 20.66, 20.67, 20.68, 20.69
test('documents go through four departments and come back hop by hop, and each sees where they are', async ({
  browser,
}) => {
  const documents = ['101/26', '102/26', '103/26']
  const { id, items } = await organisation.send(ana, {
    items: documents.map((document_number) => ({ document_number })),
  })
  await carlos.call('POST', `/api/protocols/${id}/receive`)

  // Jurídico passes two of three on, by keyboard.
  const legal = await openPage(browser, organisation.server, carlos, `/protocolos/${id}`)
  const opener = legal.getByRole('button', { name: 'Outras ações do protocolo' })
  const passOn = async () => {
    await opener.press('Enter')
    await (await openMenu(legal)).getByRole('menuitem', { name: 'Encaminhar', exact: true }).press('Enter')
  }
  const dialog = legal.getByRole('dialog', { name: 'Encaminhar itens' })
  const next = dialog.getByRole('combobox', { name: 'Próximo departamento' })
  await passOn()
  await expect(next).toBeFocused()
  await expect(dialog.getByText(/^Volta até \d\d\/\d\d\/\d{4}/)).toHaveCount(3)
  await expectAccessible(legal, 'the dialog')
  await legal.keyboard.press('Escape')
  await expect(opener).toBeFocused()
  await passOn()
  await dialog.getByRole('checkbox', { name: '103/26' }).uncheck()
  await next.focus()
  await legal.keyboard.type('almox')
  await legal.keyboard.press('Tab')
  await expect(next).toHaveValue('Almoxarifado')
  await legal.keyboard.type('Para conferir o estoque com urgência')
  for (const key of ['Tab', 'Tab', 'Enter']) await legal.keyboard.press(key)
  await expect(legal.getByText('2 itens encaminhados para Almoxarifado.')).toBeVisible()
  await expect.poll(() => idOf(legal)).not.toBe(id)
  await expect(stopsOf(legal).first()).toContainText('Os itens vieram deRecursos HumanosProtocolo')
  await expect(pathOf(legal).getByRole('link', { name: `#${id}` })).toBeVisible()
  const second = idOf(legal)

  // Almoxarifado passes one of them on, chosen in the detail.
  await celia.call('POST', `/api/protocols/${second}/receive`)
  const stock = await openPage(browser, organisation.server, celia, `/protocolos/${second}`)
  await expect(stock.getByText('Veio de Recursos Humanos').first()).toBeVisible()
  await expect(pathOf(stock).getByRole('link', { name: `#${id}` })).toHaveCount(0)
  await stock.getByRole('checkbox', { name: 'Selecionar 102/26' }).check()
  await stock.getByRole('button', { name: 'Encaminhar selecionados' }).click()
  await expect(stock.getByRole('dialog').getByRole('checkbox', { name: '101/26' })).not.toBeChecked()
  await stock.getByRole('dialog').getByRole('combobox', { name: 'Próximo departamento' }).click()
  await stock.getByRole('option', { name: farthest }).click()
  await stock.getByRole('dialog').getByLabel('Observações').fill('Para assinatura do secretário')
  await stock
    .getByRole('dialog')
    .getByRole('button', { name: /^Encaminhar/ })
    .click()
  await expect(stock.getByText(`1 item encaminhado para ${farthest}.`)).toBeVisible()
  await expect.poll(() => idOf(stock)).not.toBe(second)
  const third = idOf(stock)

  // Recursos Humanos sees every stop and where each item is, and learns nothing else of the other protocols.
  const origin = await openPage(browser, organisation.server, ana, `/protocolos/${id}`)
  const names = ['Recursos Humanos', 'Jurídico', 'Almoxarifado', farthest]
  await expect(stopsOf(origin)).toHaveCount(names.length)
  for (const [index, name] of names.entries()) await expect(stopsOf(origin).nth(index)).toContainText(name)
  await expect(stopsOf(origin).last()).toContainText('A caminho desde')
  await expect(pathOf(origin).getByText('1 de 3 itens aqui')).toBeVisible()
  await expect(origin.getByText('Em Almoxarifado, encaminhado em').first()).toBeVisible()
  await expect(origin.getByText(`A caminho de ${farthest}, encaminhado em`).first()).toBeVisible()
  const secrets = ['Célia', 'Davi', 'estoque', 'secretário', `#${second}`, `#${third}`]
  for (const secret of secrets) expect(await told(origin)).not.toContain(secret)
  await expectLaidOut(origin, names)

  await davi.call('POST', `/api/protocols/${third}/receive`)
  await origin.goto('/rastreamento?search=102/26&type=document')
  await expect(origin.getByText(farthest, { exact: true }).first()).toBeVisible()
  await origin.getByRole('button', { name: 'Ver Timeline' }).first().click()
  const steps = origin.getByRole('dialog').getByRole('list', { name: 'Timeline completa' })
  await expect(steps).toContainText('Encaminhado para Almoxarifado')
  await expect(steps).toContainText(`Recebido em ${farthest}`)
  for (const secret of ['Célia', 'Davi', `#${third}`]) expect(await told(origin)).not.toContain(secret)

  // Nobody can say that it came back while it has not.
  const away = items[1]
  await expect(carlos.call('POST', `/api/protocols/items/${away}/return`)).rejects.toThrow(/409.*Aguarde a volta/)
  await legal.goto(`/protocolos/${id}?item=${away}`)
  const panel = legal.getByRole('dialog', { name: 'Detalhes do Item' })
  await expect(panel.getByText(`Este item está em ${farthest}. Aguarde a volta.`)).toBeVisible()
  await expect(panel.getByRole('link', { name: `Abrir protocolo #${second}` })).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Marcar como Retornado' })).toHaveCount(0)
  await expectAccessible(legal, 'an item that is elsewhere')
  await legal.goto('/retornos?search=102/26')
  await expect(legal.getByRole('checkbox', { name: 'Selecionar 102/26' }).first()).toHaveAccessibleDescription(
    `Este item está em ${farthest}. Aguarde a volta.`,
  )
})

/** The stops stand side by side where there is room, and upright on a phone. */
async function expectLaidOut(page: Page, names: readonly string[]) {
  const lefts = () =>
    Promise.all(names.map(async (name) => (await pathOf(page).getByText(name, { exact: true }).boundingBox())?.x ?? 0))
  const wide = await lefts()
  expect(wide).toEqual([...new Set(wide)].sort((one, other) => one - other))
  await page.setViewportSize(phone.viewport)
  await fitsTheWindow(page)
  await expect.poll(async () => new Set(await lefts()).size).toBe(1)
  await expectAccessible(page, 'the stops on a phone')
  await page.emulateMedia({ forcedColors: 'active' })
  const stations = pathOf(page).locator('[aria-hidden] [data-here]')
  await expect(stations).toHaveCount(names.length)
  for (const station of await stations.all()) {
    const border = await station.evaluate((one) => Number.parseFloat(getComputedStyle(one).borderTopWidth))
    expect(border).toBeGreaterThan(2)
  }
  await page.emulateMedia({ forcedColors: 'none' })
  await page.setViewportSize({ width: 1440, height: 900 })
}
