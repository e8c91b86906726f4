import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { fitsTheWindow, openPage, phone, resize } from './support/pages.ts'
import { test } from './support/test.ts'
import { ownOrganisation } from './support/test-organisation.ts'
import { heading, openMenu } from './support/vocabulary.ts'

/** Recursos Humanos sends to Jurídico, which passes on to Almoxarifado, which passes on to this department. */
const farthest = 'Secretaria Municipal de Planejamento, Orçamento e Gestão'

const { organisation, ana, carlos, celia } = ownOrganisation({
  ana: 'ana',
  carlos: 'carlos',
  celia: ['Célia Prado', 'third', 'Gestor'],
})
const pathOf = (page: Page) => page.getByRole('list', { name: /^Caminho d/ })
const stopsOf = (page: Page) => pathOf(page).getByRole('listitem')
const idOf = (page: Page) => Number(new URL(page.url()).pathname.split('/').at(-1))
const told = async (page: Page) =>
  (await page.getByRole('main').innerText()) + (await page.getByRole('main').innerHTML())

// proves 20.62, 20.63, 20.66, 20.67, 20.68
test('documents go through four departments, and each sees where they are', async ({ browser }) => {
  const documents = ['101/26', '102/26', '103/26']
  const { id } = await organisation.send(ana, {
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
  await expect(legal.getByText('Veio de Recursos Humanos').first()).toBeVisible()

  // Almoxarifado passes one of them on.
  const second = idOf(legal)
  await celia.call('POST', `/api/protocols/${second}/receive`)
  const { items: stock } = await celia.call('GET', `/api/protocols/${second}`)
  const { dpid } = await organisation.admin('POST', '/api/departments', { dpname: farthest })
  const further = { destination_department_id: dpid, remarks: 'Para assinatura do secretário', item_ids: [stock[1].id] }
  const { protocol_id: third } = await celia.call('POST', `/api/protocols/${second}/forward`, further)

  // Recursos Humanos sees every stop and where each item is, and learns nothing else of the other protocols.
  const origin = await openPage(browser, organisation.server, ana, `/protocolos/${id}`)
  const names = ['Recursos Humanos', 'Jurídico', 'Almoxarifado', farthest]
  await expect(stopsOf(origin)).toHaveCount(names.length)
  for (const [index, name] of names.entries()) await expect(stopsOf(origin).nth(index)).toContainText(name)
  await expect(stopsOf(origin).last()).toContainText('A caminho desde')
  await expect(pathOf(origin).getByText('1 de 3 itens aqui')).toBeVisible()
  await expect(origin.getByText('Em Almoxarifado, encaminhado em').first()).toBeVisible()
  await expect(origin.getByText(`A caminho de ${farthest}, encaminhado em`).first()).toBeVisible()
  const secrets = ['Célia', 'estoque', 'secretário', `#${second}`, `#${third}`]
  for (const secret of secrets) expect(await told(origin)).not.toContain(secret)
  await expectLaidOut(origin, names)

  // Nobody can say that it came back while it has not.
  await pathOf(legal)
    .getByRole('link', { name: `#${id}` })
    .click()
  await expect(heading(legal, `Protocolo #${id}`)).toBeVisible()
  await legal.getByRole('button', { name: '102/26', exact: true }).click()
  const panel = legal.getByRole('dialog', { name: 'Detalhes do Item' })
  await expect(panel.getByText(`Este item está em ${farthest}. Aguarde a volta.`)).toBeVisible()
  await expect(panel.getByRole('link', { name: `Abrir protocolo #${second}` })).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Marcar como Retornado' })).toHaveCount(0)
  await expectAccessible(legal, 'an item that is elsewhere')
})

/** The stops stand side by side where there is room, and upright on a phone. */
async function expectLaidOut(page: Page, names: readonly string[]) {
  const lefts = () =>
    Promise.all(names.map(async (name) => (await pathOf(page).getByText(name, { exact: true }).boundingBox())?.x ?? 0))
  const wide = await lefts()
  expect(wide).toEqual([...new Set(wide)].sort((one, other) => one - other))
  await resize(page, phone.viewport)
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
}
