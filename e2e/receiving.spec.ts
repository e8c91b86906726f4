import { expect, type Page } from '@playwright/test'
import { onServer } from '../server/src/test/on-server.ts'
import { answerWith, cutOff } from './support/answers.ts'
import { expectAccessible } from './support/axe.ts'
import { expectFailedCall } from './support/console.ts'
import type { Person } from './support/organisation.ts'
import { enter, openPage, pageOf, withoutEvents } from './support/pages.ts'
import { fitsTheWindow, phone } from './support/phone.ts'
import { test } from './support/test.ts'
import { type TestOrganisation, testOrganisation } from './support/test-organisation.ts'
import { statusSays } from './support/toasts.ts'
import { heading, noDialog, openRowMenu, pick, question, rowOf, said } from './support/vocabulary.ts'

let organisation: TestOrganisation
let sender: Person
let manager: Person
let clerk: Person

test.beforeAll(async () => {
  organisation = await testOrganisation()
  sender = await organisation.hire('Ana Beatriz Nogueira', 'origin', 'Usuário')
  manager = await organisation.hire('Carlos Menezes', 'destination', 'Gestor')
  clerk = await organisation.hire('Débora Lima', 'destination', 'Usuário')
})

test.afterAll(() => organisation.server.stop())

const numbers = ['CT-1', 'CT-2', 'CT-3', 'CT-4']
const sendFour = () => organisation.send(sender, { items: numbers.map((document_number) => ({ document_number })) })
const sheet = (page: Page) => page.getByRole('dialog')
const itemIn = (page: Page, number: string) => sheet(page).getByRole('group', { name: number })
/** Presses what was found, which goes on to the note. */
async function find(page: Page, number: string, outcome: string) {
  await itemIn(page, number).getByText(outcome).click()
  await expect(itemIn(page, number).getByLabel('O que foi encontrado')).toBeFocused()
}
const check = (page: Page) => page.getByRole('button', { name: 'Conferir e receber' }).click()
const occurrencesOf = async (id: number) => {
  const all = await sender.call('GET', `/api/protocols/${id}/occurrences`)
  return all.map(({ document_number, kind, description, attachments }: Record<string, string>) =>
    [document_number, kind, description, attachments?.length].join(' '),
  )
}

test('all four came: two presses', async ({ browser }) => {
  const { id } = await sendFour()
  const page = await openPage(browser, organisation.server, clerk, `/protocolos/${id}`)
  await check(page)
  await expect(itemIn(page, 'CT-1').getByRole('radio', { name: 'Veio', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await statusSays(page, 'Protocolo recebido com sucesso!')
  await noDialog(page)
  await expect(page.getByText('Em andamento')).toBeVisible()
  expect(await occurrencesOf(id)).toEqual([])
})

// proves 20.51
test('one of four did not come: three presses and a sentence, on a phone', async ({ browser }) => {
  const { id } = await sendFour()
  const page = await openPage(browser, organisation.server, clerk, `/protocolos/${id}`, phone)
  await check(page)
  await find(page, 'CT-2', 'Não veio')
  await page.keyboard.type('x')
  const receive = sheet(page).getByRole('button', { name: 'Receber com 1 ocorrência' })
  await expect(receive).toBeInViewport({ ratio: 1 })
  await fitsTheWindow(page)
  await receive.click()
  await expect(itemIn(page, 'CT-2').getByText('Descreva o que foi encontrado')).toBeVisible()
  await expectAccessible(page, 'the check of four items')
  await itemIn(page, 'CT-2').getByLabel('O que foi encontrado').fill('Não estava no envelope')
  await receive.click()
  await statusSays(page, 'Protocolo recebido com sucesso! 1 ocorrência registrada.')
  expect(await occurrencesOf(id)).toEqual(['CT-2 missing Não estava no envelope 0'])
})

// proves 20.52
test('a photo that is lost on the way leaves the protocol unreceived, and the next try goes on', async ({
  browser,
}) => {
  const { id, items } = await sendFour()
  const page = await openPage(browser, organisation.server, clerk, `/protocolos/${id}`)
  await check(page)
  for (const number of ['CT-1', 'CT-2', 'CT-3']) {
    await find(page, number, 'Avariado')
    await page.keyboard.type(`${number} rasgado`)
  }
  for (const number of ['CT-1', 'CT-3']) await addPhoto(page, number)
  const mend = await cutOff(page, 'POST', `/api/protocols/items/${items[2]}/occurrences`)
  await sheet(page).getByRole('button', { name: 'Receber com 3 ocorrências' }).click()
  await expect(sheet(page).getByRole('alert')).toHaveText(
    'A ocorrência de CT-3 não foi registrada, e o protocolo ainda não foi recebido: o servidor não respondeu.',
  )
  await expect(itemIn(page, 'CT-1').getByRole('radio', { name: 'Avariado' })).toBeDisabled()
  await mend()
  await sheet(page).getByRole('button', { name: 'Receber com 2 ocorrências' }).click()
  await statusSays(page, 'Protocolo recebido com sucesso! 3 ocorrências registradas.')
  expect((await occurrencesOf(id)).sort()).toEqual([
    'CT-1 damaged CT-1 rasgado 1',
    'CT-2 damaged CT-2 rasgado 0',
    'CT-3 damaged CT-3 rasgado 1',
  ])
})

/** A PNG of one pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const addPhoto = (page: Page, number: string) =>
  itemIn(page, number)
    .locator('input[type=file]')
    .setInputFiles({ name: 'foto.png', mimeType: 'image/png', buffer: pixel })

test('a session that ends in between loses the photos, and says so', async ({ browser }) => {
  const { id } = await sendFour()
  const page = await openPage(browser, organisation.server, clerk, `/protocolos/${id}`)
  await check(page)
  for (const number of ['CT-1', 'CT-2']) {
    await find(page, number, 'Avariado')
    await page.keyboard.type(`${number} rasgado`)
  }
  await addPhoto(page, 'CT-1')
  // The occurrence with a photo is registered, the receipt is not.
  const asBefore = await answerWith(page, 'POST', `/api/protocols/${id}/receive`, 401)
  await sheet(page).getByRole('button', { name: 'Receber com 2 ocorrências' }).click()
  await enter(page, clerk)
  await asBefore()
  await check(page)
  await said(sheet(page), 'Recuperamos o que você estava digitando')
  await expect(itemIn(page, 'CT-1').getByRole('radio', { name: 'Avariado' })).toBeDisabled()
  await expect(itemIn(page, 'CT-2').getByLabel('O que foi encontrado')).toHaveValue('CT-2 rasgado')
  await addPhoto(page, 'CT-2')
  const asEver = await answerWith(page, 'POST', '/api/protocols/items/*', 401)
  await sheet(page).getByRole('button', { name: 'Receber com 1 ocorrência' }).click()
  await enter(page, clerk)
  await asEver()
  await check(page)
  await said(sheet(page), 'Os anexos não puderam ser guardados: escolha os arquivos novamente.')
  await sheet(page).getByRole('button', { name: 'Receber com 1 ocorrência' }).click()
  await statusSays(page, 'Protocolo recebido com sucesso! 2 ocorrências registradas.')
  expect((await occurrencesOf(id)).sort()).toEqual(['CT-1 damaged CT-1 rasgado 1', 'CT-2 damaged CT-2 rasgado 0'])
})

// proves 20.51
test('hundreds of items are folded and searched, from the list', async ({ browser }) => {
  const items = Array.from({ length: 300 }, (_, index) => ({ document_number: `DOC-${index + 1}.` }))
  const { id } = await organisation.send(sender, { items })
  const page = await openPage(browser, organisation.server, clerk, '/protocolos')
  const menu = await openRowMenu(page, id)
  await menu.getByRole('menuitem', { name: 'Conferir e receber' }).click()
  await expect(sheet(page).getByRole('group', { name: /DOC/ })).toHaveCount(40)
  await sheet(page).getByRole('button', { name: 'Mostrar mais 40 de 260' }).press('Enter')
  await expect(itemIn(page, 'DOC-41.').getByRole('radio', { name: 'Veio', exact: true })).toBeFocused()
  const search = sheet(page).getByRole('searchbox', { name: 'Buscar item' })
  await search.fill('doc-250')
  await find(page, 'DOC-250.', 'Diferente do descrito')
  await page.keyboard.type('Veio a cópia')
  await search.fill('')
  await expect(sheet(page).getByRole('group', { name: /DOC/ })).toHaveCount(81)

  // An accidental Escape asks before the mark is lost, and the focus returns to the menu.
  await page.keyboard.press('Escape')
  await question(page).getByRole('button', { name: 'Continuar editando' }).click()
  await sheet(page).getByRole('button', { name: 'Receber com 1 ocorrência' }).click()
  await said(page, 'Protocolo recebido com sucesso! 1 ocorrência registrada.')
  await expect(page.getByRole('button', { name: `Ações do protocolo ${id}`, exact: true })).toBeFocused()
  expect(await occurrencesOf(id)).toEqual(['DOC-250. different Veio a cópia 0'])
})

// proves 20.53
test('a colleague who was faster is named, and what was found can still be registered', async ({ browser }) => {
  const { id } = await sendFour()
  const page = await openPage(browser, organisation.server, clerk, `/protocolos/${id}`)
  await check(page)
  await find(page, 'CT-4', 'Não veio')
  await page.keyboard.type('Faltou no malote')
  await manager.call('POST', `/api/protocols/${id}/receive`)
  await expect(sheet(page).getByText(/^Carlos Menezes recebeu este protocolo em /)).toBeVisible()
  await expect(itemIn(page, 'CT-4').getByLabel('O que foi encontrado')).toHaveValue('Faltou no malote')
  await sheet(page).getByRole('button', { name: 'Registrar 1 ocorrência' }).click()
  await statusSays(page, '1 ocorrência registrada.')
  expect(await occurrencesOf(id)).toEqual(['CT-4 missing Faltou no malote 0'])
})

// proves 20.1
test('an item that a colleague has reported meanwhile is named, and the rest is received', async ({ browser }) => {
  const { id, items } = await sendFour()
  const page = await openPage(browser, organisation.server, clerk, `/protocolos/${id}`)
  await check(page)
  for (const number of ['CT-2', 'CT-3']) {
    await find(page, number, 'Não veio')
    await page.keyboard.type('Faltou no malote')
  }
  const report = { kind: 'missing', description: 'Não estava no envelope' }
  await manager.call('POST', `/api/protocols/items/${items[2]}/occurrences`, report)
  expectFailedCall(page, 'POST', `/api/protocols/${id}/receive`, 409)
  await sheet(page).getByRole('button', { name: 'Receber com 2 ocorrências' }).click()
  const sentence = 'Este item já tem uma ocorrência aberta deste tipo'
  await expect(itemIn(page, 'CT-3').getByText(sentence)).toBeVisible()
  await expect(itemIn(page, 'CT-2').getByText(sentence)).toBeHidden()
  await itemIn(page, 'CT-3').getByText('Veio', { exact: true }).click()
  await sheet(page).getByRole('button', { name: 'Receber com 1 ocorrência' }).click()
  await statusSays(page, 'Protocolo recebido com sucesso! 1 ocorrência registrada.')
})

// proves 20.54
test('a protocol is refused with a reason, and says so on both sides', async ({ browser }) => {
  const { id } = await sendFour()
  const page = await openPage(browser, organisation.server, clerk, '/protocolos')
  const menu = await openRowMenu(page, id)
  await menu.getByRole('menuitem', { name: 'Recusar' }).click()
  await expectAccessible(page, 'the refusal')
  await question(page).getByLabel('Motivo da recusa').fill('Não é do Jurídico')
  await question(page).getByRole('button', { name: 'Recusar protocolo' }).click()
  await statusSays(page, 'Protocolo recusado com sucesso!')
  await expect(rowOf(page, `#${id}`)).toContainText('Cancelado Recusado')

  const origin = await openPage(browser, organisation.server, sender, `/protocolos/${id}`, phone)
  await expect(origin.locator('header').getByText('Recusado', { exact: true })).toBeVisible()
  await expect(origin.getByRole('heading', { name: 'Motivo da recusa' })).toBeVisible()
  await said(origin, 'Não é do Jurídico')
  await fitsTheWindow(origin)
  await expectAccessible(origin, 'a refused protocol')
})

// proves 20.54
test('what was sent to the wrong department is redirected, and both protocols link each other', async ({ browser }) => {
  const { id } = await sendFour()
  const page = await openPage(browser, organisation.server, sender, `/protocolos/${id}`)
  await page.getByRole('button', { name: 'Redirecionar' }).click()
  await sheet(page).getByRole('button', { name: 'Redirecionar' }).click()
  await expect(sheet(page).getByText('Departamento de destino é obrigatório')).toBeVisible()
  await pick(page, 'Novo departamento de destino', 'Almoxarifado')
  await sheet(page).getByLabel('Motivo do redirecionamento').fill('Era para o Almoxarifado')
  await expectAccessible(page, 'the redirection')
  await sheet(page).getByRole('button', { name: 'Redirecionar' }).click()
  await page.getByRole('link', { name: `Protocolo #${id}`, exact: true }).click()
  await expect(heading(page, `Protocolo #${id}`)).toBeVisible()
  await expect(page.locator('header').getByText('Redirecionado', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: /^Protocolo #\d+$/ }).click()
  await expect(page.locator('header').getByText('redirecionado do')).toBeVisible()
  await said(page, 'Almoxarifado')
})

// proves 20.54
test('whoever is slower than a refusal reads who refused, and why', async ({ browser }) => {
  const { id } = await sendFour()
  const page = await pageOf(browser, organisation.server, sender)
  await withoutEvents(page)
  await page.goto('/protocolos')
  const menu = await openRowMenu(page, id)
  await menu.getByRole('menuitem', { name: 'Redirecionar' }).click()
  await pick(page, 'Novo departamento de destino', 'Almoxarifado')
  await sheet(page).getByLabel('Motivo do redirecionamento').fill('Era para o Almoxarifado')
  await clerk.call('POST', `/api/protocols/${id}/refuse`, { reason: 'Não é nosso' })
  expectFailedCall(page, 'POST', `/api/protocols/${id}/redirect`, 409)
  await sheet(page).getByRole('button', { name: 'Redirecionar' }).click()
  await expect(sheet(page).getByRole('alert')).toHaveText(
    /^Débora Lima recusou este protocolo em .+ Motivo: Não é nosso$/,
  )
})

// proves 20.55
test('a protocol that waits to be received says since when', async ({ browser }) => {
  const { id } = await sendFour()
  await onServer(
    organisation.server.ownerConnectionString,
    // A trigger keeps the day on which a protocol was sent.
    `alter table protocols disable trigger user;
     update protocols set created_at = created_at - interval '9 days' where id = ${id};
     alter table protocols enable trigger user`,
  )
  const words = /^aguarda recebimento há [3-7] dias úteis$/
  const page = await openPage(browser, organisation.server, manager, '/protocolos', phone)
  await expect(
    page
      .getByRole('listitem')
      .filter({ hasText: `#${id}` })
      .getByText(words),
  ).toBeVisible()
  await page.goto(`/protocolos/${id}`)
  await expect(page.locator('header').getByText(words)).toBeVisible()
  await page.getByRole('button', { name: 'Receber', exact: true }).click()
  await expect(page.getByText(words)).toBeHidden()
})
