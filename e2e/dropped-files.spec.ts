import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { openPage } from './support/pages.ts'
import { test } from './support/test.ts'
import { ownOrganisation } from './support/test-organisation.ts'
import { itemOf, pick, saveButton } from './support/vocabulary.ts'

const { organisation, admin } = ownOrganisation({ admin: 'helena' })
let folder: string

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'malote-dropped-'))
  await writeFile(join(folder, 'contrato.txt'), 'Contrato\n')
  await writeFile(join(folder, 'aditivo.txt'), 'Aditivo\n')
  await writeFile(join(folder, 'programa.exe'), 'MZ')
  await writeFile(
    join(folder, 'fornecedores.csv'),
    'CNPJ;Razão Social;UF;Cidade\n33.000.167/0001-01;Açaí & Cia;RJ;Niterói\n',
  )
})

test.afterAll(() => rm(folder, { recursive: true, force: true }))

const filesOf = (page: Page, label: string, within: Page | Locator = page) => within.getByRole('group', { name: label })

/** Drags files from the desktop over a place, with the events that the browser sends. */
async function hold(page: Page, place: Locator, names: string[]) {
  // Away from the edges, where the browser scrolls during a drag, and from the bar at the foot of the form.
  await place.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const box = await place.boundingBox()
  if (!box) throw new Error('nothing to drop on')
  const desktop = await page.context().newCDPSession(page)
  const send = (
    type: 'dragEnter' | 'dragOver' | 'dragCancel' | 'drop',
    [x, y] = [box.x + box.width / 2, box.y + box.height / 2],
  ) =>
    desktop.send('Input.dispatchDragEvent', {
      type,
      x,
      y,
      data: { items: [], files: names.map((name) => join(folder, name)), dragOperationsMask: 1 },
    })
  await send('dragEnter')
  await send('dragOver')
  return { drop: () => send('drop'), moveAway: () => send('dragOver', [2, box.y]), cancel: () => send('dragCancel') }
}

const drop = async (page: Page, place: Locator, names: string[]) => (await hold(page, place, names)).drop()

/** Drops files on a field that takes files. It says so first, as people see it: a busy page is late. */
async function dropInto(page: Page, zone: Locator, names: string[]) {
  const held = await hold(page, zone, names)
  await expect(zone.getByText(/^Solte (o arquivo|os arquivos) aqui/)).toBeVisible()
  await held.drop()
}

/** Whether the browser would replace the page with the file. */
const wouldOpen = (place: Locator) =>
  place.evaluate((element) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['Contrato'], 'contrato.txt'))
    return ['dragover', 'drop'].some((type) =>
      element.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer })),
    )
  })

// proves 14.17
test('a new item takes one dropped file, an existing one several, an import a spreadsheet, and a miss loses nothing', async ({
  browser,
}) => {
  const page = await openPage(browser, organisation.server, admin, '/protocolos/novo')
  const zone = filesOf(page, 'Anexo', itemOf(page, 1))
  // A mouse has no camera.
  await expect(zone.getByRole('button')).toHaveText(['Escolher arquivo'])
  const remarks = page.getByLabel('Observações')
  await remarks.fill('Não pode se perder')
  const held = await hold(page, zone, ['contrato.txt'])
  await expect(zone.getByText('Solte o arquivo aqui')).toBeVisible()
  await expectAccessible(page, 'a file above an item')
  await held.moveAway()
  await expect(zone.getByText('Solte o arquivo aqui')).toBeHidden()
  await held.cancel()

  // A wrong one is refused like a chosen one.
  await dropInto(page, zone, ['programa.exe'])
  const sentence = zone.getByText(/^Formato de arquivo não permitido/)
  await expect(sentence).toBeVisible()
  const dropped = await sentence.textContent()
  await zone.getByRole('button', { name: 'Remover programa.exe' }).click()
  await zone
    .locator('input[type=file]')
    .setInputFiles({ name: 'programa.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('MZ') })
  await expect(sentence).toHaveText(dropped ?? '')
  await zone.getByRole('button', { name: 'Remover programa.exe' }).click()

  // Of several none is taken in silence; another one can be added only after the first is removed.
  await dropInto(page, zone, ['contrato.txt', 'aditivo.txt'])
  await expect(zone.getByText('Solte apenas um arquivo por vez.')).toBeVisible()
  await expect(zone.getByText('contrato.txt')).toBeHidden()
  await expect(zone).toHaveAccessibleDescription(/Solte apenas um arquivo por vez/)
  await dropInto(page, zone, ['contrato.txt'])
  await expect(zone.getByRole('button', { name: 'Remover contrato.txt' })).toBeVisible()
  await expect(zone.getByText('Solte apenas um arquivo por vez.')).toBeHidden()
  await dropInto(page, zone, ['aditivo.txt'])
  await expect(zone.getByText('Remova o arquivo atual antes de soltar outro.')).toBeVisible()
  await expect(zone.getByText('aditivo.txt')).toBeHidden()

  // A file that misses its place does not take the form away, nor a page without a file field.
  for (const place of [page.getByRole('heading', { level: 1 }), remarks]) {
    await drop(page, place, ['contrato.txt'])
    expect(await wouldOpen(place)).toBe(false)
  }
  await expect(remarks).toHaveValue('Não pode se perder')
  await expect(page).toHaveURL(/\/protocolos\/novo$/)
  await pick(page, 'Departamento de Destino', 'Jurídico')
  await pick(page, 'Tipo de Item', 'Contrato')
  await saveButton(page).click()
  await page.getByRole('button', { name: 'Editar' }).click()

  // An existing item takes each file once, and a wrong one is called by its name.
  const more = filesOf(page, 'Novos anexos', itemOf(page, 1))
  const path = (name: string) => join(folder, name)
  await more.locator('input[type=file]').setInputFiles(path('contrato.txt'))
  await expect(more.getByRole('listitem')).toHaveCount(1)
  await more.locator('input[type=file]').setInputFiles(['contrato.txt', 'aditivo.txt'].map(path))
  await expect(more.getByRole('listitem')).toHaveText([/^contrato.txt/, /^aditivo.txt/])
  await dropInto(page, more, ['contrato.txt', 'programa.exe'])
  await expect(more.getByRole('button', { name: 'Remover programa.exe' })).toBeVisible()
  await saveButton(page).click()
  await expect(page.getByText('1 campo para corrigir')).toBeVisible()
  await page.getByRole('link', { name: /Novos anexos$/ }).press('Enter')
  await expect(more.getByRole('button', { name: 'Remover contrato.txt' })).toBeFocused()
  await more.getByRole('button', { name: 'Remover programa.exe' }).click()
  await expect(page.getByText('1 campo para corrigir')).toBeHidden()
  await saveButton(page).click()
  await expect(page).toHaveURL(/\/protocolos\/\d+$/)
  const { items } = await admin.call('GET', `/api${new URL(page.url()).pathname.replace('protocolos', 'protocols')}`)
  expect(items[0].attachments.map(({ file_name }: { file_name: string }) => file_name).sort()).toEqual([
    ...['aditivo.txt', 'contrato.txt', 'contrato.txt'],
  ])

  await page.getByRole('link', { name: 'Configurações' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Fornecedores' }).click()
  await page.getByRole('link', { name: 'Importar' }).click()
  await dropInto(page, filesOf(page, 'Arquivo'), ['fornecedores.csv'])
  await expect(page.getByRole('row').filter({ hasText: 'Açaí & Cia' })).toBeVisible()

  await page.getByRole('link', { name: 'Perfil', exact: true }).click()
  await page.getByLabel('Telefone').fill('11987654321')
  await drop(page, page.getByRole('heading', { level: 1 }), ['contrato.txt'])
  expect(await wouldOpen(page.getByLabel('Telefone'))).toBe(false)
  await expect(page.getByLabel('Telefone')).toHaveValue('(11) 98765-4321')
})
