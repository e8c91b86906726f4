import { type Browser, expect, type Page } from '@playwright/test'
import { cutOff } from './support/answers.ts'
import { expectAccessible } from './support/axe.ts'
import { expectErrors, expectFailedCall } from './support/console.ts'
import type { Person } from './support/organisation.ts'
import { openPage, pageOf, withoutEvents } from './support/pages.ts'
import { test } from './support/test.ts'
import { type TestOrganisation, testOrganisation } from './support/test-organisation.ts'
import { expectAlert } from './support/toasts.ts'
import { itemAction, openRowMenu, pick, rowOf, saveButton } from './support/vocabulary.ts'

/** Lost responses, and edits that conflict with those of another user. */

let organisation: TestOrganisation
let sender: Person
let manager: Person
let ana: Person
let bia: Person
let caio: Person

test.beforeAll(async () => {
  organisation = await testOrganisation()
  sender = await organisation.hire('Sérgio Nogueira', 'origin', 'Usuário')
  manager = await organisation.hire('Carlos Menezes', 'destination', 'Gestor')
  ana = await organisation.hire('Ana Lima', 'destination', 'Usuário')
  bia = await organisation.hire('Bia Reis', 'destination', 'Usuário')
  caio = await organisation.hire('Caio Melo', 'destination', 'Usuário')
})

test.afterAll(() => organisation.server.stop())

async function fillIn(page: Page) {
  await pick(page, 'Departamento de Destino', 'Jurídico')
  await pick(page, 'Tipo de Item', 'Contrato')
  await page.getByLabel('Observações').fill('Contratos para assinatura')
}

const newestItems = async () => {
  const { data } = await sender.call('GET', '/api/protocols')
  return data.map((row: { items_count: number }) => row.items_count) as number[]
}

test('an item added after the answer was lost is not lost, too', async ({ browser }) => {
  const page = await openPage(browser, organisation.server, sender, '/protocolos/novo')
  const before = await newestItems()
  await fillIn(page)
  const mend = await cutOff(page, 'POST', '/api/protocols', 'after')
  await saveButton(page).click()
  await expectAlert(page, 'Erro ao criar protocolo. Tente novamente.')
  await mend()
  await page.getByRole('button', { name: 'Adicionar Item' }).click()
  await saveButton(page).click()
  await expect(page.getByRole('heading', { name: /^Protocolo #\d+$/ })).toBeVisible()
  expect(await newestItems()).toEqual([2, 1, ...before])
})

/** A received protocol with one item, for which Ana is responsible. */
async function itemOfAna() {
  const items = [{ document_number: '1/26', destination_user_id: ana.id }]
  const { id, items: itemIds } = await organisation.send(sender, { items })
  await manager.call('POST', `/api/protocols/${id}/receive`)
  return { id, call: `/api/protocols/items/${itemIds[0]}` }
}

/** A page that does not hear of what others do. */
async function unheard(browser: Browser, who: Person, path: string) {
  const page = await pageOf(browser, organisation.server, who)
  await withoutEvents(page)
  await page.goto(path)
  return page
}

// proves 12.23
test('an item that went to somebody else while the dialog stood open is not transferred', async ({ browser }) => {
  const { id, call } = await itemOfAna()
  const page = await unheard(browser, manager, `/protocolos/${id}`)
  await itemAction(page, '1/26', 'Tramitar Item')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('está com Ana Lima')).toBeVisible()
  await manager.call('POST', `${call}/transfer`, { newUserId: bia.id })
  await pick(dialog, 'Usuário', caio.name)
  expectFailedCall(page, 'POST', `${call}/transfer`, 409)
  await dialog.getByRole('button', { name: 'Tramitar', exact: true }).click()
  await expectAlert(page, 'Este item acabou de passar para Bia Reis')
  await expect(dialog).toBeHidden()
  await expect(rowOf(page, '1/26')).toContainText('Bia Reis')
})

test('a due date that somebody else set while the dialog stood open stays', async ({ browser }) => {
  const { id, call } = await itemOfAna()
  const page = await unheard(browser, sender, `/protocolos/${id}`)
  await itemAction(page, '1/26', 'Prorrogar prazo')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Nova data de retorno *').fill('2099-12-31')
  await dialog.getByLabel('Motivo *').fill('Aguardando parecer')
  await sender.call('PUT', `${call}/due-date`, { return_date: '2099-11-30', reason: 'A pedido' })
  expectFailedCall(page, 'PUT', `${call}/due-date`, 409)
  await dialog.getByRole('button', { name: 'Salvar prazo' }).click()
  await expectAlert(page, 'O prazo deste item acabou de ser alterado para 30/11/2099')
  await expect(rowOf(page, '1/26')).toContainText('30/11/2099')
})

// proves 15.9
test('an open dialog says what others have made impossible, keeps what was typed, and sends nothing', async ({
  browser,
}) => {
  const { id } = await organisation.send(sender)
  const page = await openPage(browser, organisation.server, sender, '/protocolos')
  await openRowMenu(page, id)
  await page.getByRole('menuitem', { name: 'Redirecionar' }).click()
  const redirecting = page.getByRole('dialog', { name: 'Redirecionar protocolo' })
  await redirecting.getByLabel('Motivo do redirecionamento *').fill('Endereço errado')
  await manager.call('POST', `/api/protocols/${id}/receive`)
  await expect(redirecting.getByText(/^Carlos Menezes recebeu este protocolo em/)).toBeVisible()
  await expect(redirecting.getByRole('button', { name: 'Redirecionar' })).toBeDisabled()
  await expect(redirecting.getByLabel('Motivo do redirecionamento *')).toHaveValue('Endereço errado')

  const { id: other, call } = await itemOfAna()
  await page.goto(`/protocolos/${other}`)
  await itemAction(page, '1/26', 'Prorrogar prazo')
  const extending = page.getByRole('dialog', { name: 'Prorrogar prazo' })
  await extending.getByLabel('Motivo *').fill('Aguardando parecer')
  await sender.call('PUT', `${call}/due-date`, { return_date: '2099-11-30', reason: 'A pedido' })
  const moved = 'O prazo deste item acabou de ser alterado para 30/11/2099.'
  await expect(extending.getByText(moved)).toBeVisible()
  await manager.call('POST', `${call}/return`)
  await expect(extending.getByText('Este item já foi retornado.')).toBeVisible()
  await expect(extending.getByRole('button', { name: 'Salvar prazo' })).toBeDisabled()
  await extending.getByRole('button', { name: 'Cancelar' }).click()

  await itemAction(page, '1/26', 'Marcar como Concluído')
  await sender.call('POST', `${call}/complete`)
  const question = page.getByRole('alertdialog')
  await expect(question.getByText('Este item já foi concluído.')).toBeVisible()
  await expect(question.getByRole('button', { name: 'Confirmar' })).toBeDisabled()
  await expectAccessible(page, 'a question that others have answered')
})

// proves 15.9
test('a comment that is being written stays when its protocol is cancelled', async ({ browser }) => {
  const { id } = await organisation.send(sender)
  const page = await openPage(browser, organisation.server, sender, `/protocolos/${id}?tab=comentarios`)
  const box = page.getByLabel('Novo comentário')
  await box.fill('Falta a página 3')
  await manager.call('POST', `/api/protocols/${id}/refuse`, { reason: 'Endereço errado' })
  await expect(page.getByText('Não é possível comentar em protocolos cancelados.')).toBeVisible()
  await expect(box).toHaveValue('Falta a página 3')
  await expect(page.getByRole('button', { name: 'Enviar', exact: true })).toBeDisabled()
  await box.fill('')
  await expect(box).toBeHidden()
})

test('a part of the page that does not come is told of each time, and takes nothing with it', async ({ browser }) => {
  const page = await openPage(browser, organisation.server, sender, '/protocolos')
  await expect(page.getByRole('heading', { name: 'Protocolos', exact: true })).toBeVisible()
  await page.waitForLoadState('networkidle')
  const notice = page.getByRole('alert').filter({ hasText: 'Uma parte do Malote não pôde ser carregada.' })
  expectErrors(
    page,
    /^Failed to load resource: net::ERR_FAILED .*\/assets\//,
    /^TypeError: Failed to fetch dynamically imported module/,
  )
  let asked = 0
  await page.route('**/assets/*.js', (route) => {
    asked += 1
    return route.abort()
  })
  for (const keys of ['Control+k', '?']) {
    // The browser reports the file too, the first times twice; later only the lazy part itself can report it.
    for (let time = 0; time < 4; time += 1) {
      await expect(async () => {
        await page.keyboard.press(keys)
        await expect(notice).toBeVisible({ timeout: 1000 })
      }).toPass()
      // On a slow machine the key was pressed twice, and the notice comes twice.
      await expect(async () => {
        if (await notice.isVisible()) await notice.getByRole('button', { name: 'Depois' }).click({ timeout: 1000 })
        await expect(notice).toBeHidden({ timeout: 1000 })
      }).toPass()
    }
  }
  // The files of the frame have loaded with it. A key that was pressed twice may still bring its notice again.
  await page.waitForLoadState('networkidle')
  const before = asked
  await page.getByRole('button', { name: 'Recolher menu' }).click()
  await expect(page.getByRole('navigation', { name: 'Principal' }).getByRole('link')).toHaveCount(8)
  await page.getByRole('button', { name: /^Notificações/ }).click()
  await expect(page.getByRole('dialog', { name: 'Notificações' })).toBeVisible()
  expect(asked).toBe(before)
})
