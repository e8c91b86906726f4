import { expect, type Page } from '@playwright/test'
import { holdBack } from './support/answers.ts'
import type { Person } from './support/organisation.ts'
import { openPage } from './support/pages.ts'
import { test } from './support/test.ts'
import { type TestOrganisation, testOrganisation } from './support/test-organisation.ts'

let organisation: TestOrganisation
let admin: Person
let sender: Person
let clerk: Person
let returning: { id: number }

test.beforeAll(async () => {
  organisation = await testOrganisation()
  admin = await organisation.hire('Helena Prado', 'origin', 'Admin')
  sender = await organisation.hire('Ana Beatriz Nogueira', 'origin', 'Usuário')
  clerk = await organisation.hire('Débora Lima', 'destination', 'Usuário')
  for (let count = 0; count < 11; count += 1) await organisation.send(sender)
  returning = await organisation.send(sender, {
    items: [{ document_number: '77/26', destination_user_id: clerk.id }, {}],
  })
  await clerk.call('POST', `/api/protocols/${returning.id}/receive`)
})

test.afterAll(() => organisation.server.stop())

/**
 * Records what a screen reader announces: text added to an existing live region, and alerts. Most readers ignore a
 * region that is added together with its text.
 */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const heard: string[] = []
    const live = '[aria-live=polite], [aria-live=assertive], [role=status], [role=alert]'
    const note = (text: string | null) => heard.push((text ?? '').replace(/\s+/g, ' ').trim())
    new MutationObserver((changes) => {
      for (const { target, addedNodes, type } of changes) {
        const element = target instanceof Element ? target : target.parentElement
        const region = element?.closest(live)
        if (region && (type === 'characterData' || addedNodes.length > 0)) note(region.textContent)
        else
          for (const node of addedNodes)
            if (node instanceof Element) note(node.closest('[role=alert]')?.textContent ?? '')
      }
    }).observe(document.body, { childList: true, characterData: true, subtree: true })
    Object.assign(window, { heard })
  })
  return () => page.evaluate(() => (window as unknown as { heard: string[] }).heard.splice(0).filter(Boolean))
}

const hears = (heard: () => Promise<string[]>, words: string | RegExp) =>
  expect.poll(async () => (await heard()).join(' | ')).toMatch(words)

const look = async (page: Page, words: string, button = 'Buscar') => {
  await page.getByRole('main').getByRole('searchbox').fill(words)
  if (button) await page.getByRole('button', { name: button, exact: true }).click()
}

// proves 14.16
test('how many protocols were found is spoken, also when the number is the same, and each page', async ({
  browser,
}) => {
  const page = await openPage(browser, organisation.server, sender, '/protocolos')
  await expect(page.getByText('Mostrando 1 a 10 de 12 resultados')).toBeVisible()
  const heard = await listen(page)
  await page.getByRole('button', { name: 'Próxima' }).click()
  await hears(heard, 'Mostrando 11 a 12 de 12 resultados')
  await look(page, 'nada disso')
  await hears(heard, '0 protocolos encontrados')
  await look(page, 'nem disso')
  await hears(heard, '0 protocolos encontrados')
  await page.getByRole('button', { name: 'Limpar' }).click()
  await hears(heard, '12 protocolos')
})

for (const [name, path, words, found] of [
  ['returns', '/retornos', 'nada disso', '0 itens encontrados'],
  ['suppliers', '/settings/suppliers', 'nada disso', '0 fornecedores encontrados'],
] as const) {
  test(`what a search finds is spoken: ${name}`, async ({ browser }) => {
    const page = await openPage(browser, organisation.server, admin, path)
    await expect(page.getByRole('main').getByRole('searchbox')).toBeVisible()
    const heard = await listen(page)
    await look(page, words)
    await hears(heard, found)
  })
}

test('what a filter finds is spoken: users and suggestions', async ({ browser }) => {
  const page = await openPage(browser, organisation.server, admin, '/settings/users')
  await expect(page.getByRole('cell', { name: clerk.email })).toBeVisible()
  let heard = await listen(page)
  await look(page, 'ninguém', '')
  await hears(heard, '0 usuários encontrados')
  await page.goto('/ajuda/sugestoes')
  await expect(page.getByRole('combobox', { name: 'Situação' })).toBeVisible()
  await expect(page.getByText('0 sugestões')).toBeVisible()
  heard = await listen(page)
  await page.getByRole('combobox', { name: 'Situação' }).click()
  await page.getByRole('option', { name: 'Implementada' }).click()
  await hears(heard, '0 sugestões')
})

test('what tracking finds is spoken, the first time too', async ({ browser }) => {
  const page = await openPage(browser, organisation.server, sender, '/rastreamento')
  const heard = await listen(page)
  await look(page, `#${returning.id}`)
  await hears(heard, 'Resultados da Busca (2 resultado(s))')
  await look(page, '#999999')
  await hears(heard, 'Resultados da Busca (0 resultado(s))')
})

test('the quick search says how much it has found', async ({ browser }) => {
  const page = await openPage(browser, organisation.server, sender, '/protocolos')
  await page.getByRole('button', { name: /^Busca rápida/ }).focus()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('dialog', { name: 'Busca rápida' }).getByRole('combobox')
  await expect(field).toBeFocused()
  const heard = await listen(page)
  await field.fill('77/26')
  await hears(heard, /\d+ resultados?/)
})

test('an import says what the file would do', async ({ browser }) => {
  const page = await openPage(browser, organisation.server, admin, '/settings/suppliers/import')
  await expect(page.getByRole('heading', { name: 'Importar Fornecedores' })).toBeVisible()
  const heard = await listen(page)
  const lines = ['CNPJ;Razão Social;UF;Cidade', '33.000.167/0001-01;Açaí & Cia;RJ;Niterói', '123;Sem número;RJ;Niterói']
  const release = await holdBack(page, 'POST', '/api/import/suppliers/preview')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'fornecedores.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) })
  await hears(heard, 'Conferindo o arquivo...')
  release()
  await hears(heard, /Serão criados: 1;.* recusados: 1\./)
})

// proves 14.16
test('saving is spoken from its beginning to its end', async ({ browser }) => {
  const page = await openPage(browser, organisation.server, admin, '/settings/departments')
  await page.getByRole('button', { name: 'Novo Departamento' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Nome').fill('Contabilidade')
  const heard = await listen(page)
  const release = await holdBack(page, 'POST', '/api/departments')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await hears(heard, 'Salvando...')
  release()
  await hears(heard, 'Departamento adicionado com sucesso!')
})

test('a saved profile says so', async ({ browser }) => {
  const page = await openPage(browser, organisation.server, sender, '/perfil')
  await page.getByLabel('Telefone').fill('11987654321')
  const heard = await listen(page)
  await page.getByRole('button', { name: 'Salvar alterações' }).click()
  await hears(heard, 'Perfil atualizado com sucesso!')
})

test('why a box cannot be ticked is told to the keyboard and to the finger', async ({ browser }) => {
  const page = await openPage(browser, organisation.server, clerk, '/retornos', { hasTouch: true })
  const reason = 'Você só pode retornar itens que estão sob a sua responsabilidade'
  const boxes = page.getByRole('table').getByRole('checkbox', { name: /^Selecionar (?!todos)/ })
  const refused = page.getByRole('checkbox', { disabled: true, name: /^Selecionar (?!todos)/ }).first()
  await expect(boxes.first()).toBeVisible()
  await expect(refused).toBeDisabled()
  expect(await refused.isDisabled()).toBe(true)
  await refused.focus()
  await expect(refused).toBeFocused()
  await expect(page.getByRole('tooltip')).toHaveText(reason)
  await page.keyboard.press('Space')
  await expect(refused).not.toBeChecked()
  await expect(page.getByText('0 item(ns) selecionado(s)')).toBeVisible()
  await refused.blur()
  await expect(page.getByRole('tooltip')).toBeHidden()
  await refused.tap({ force: true })
  await expect(page.getByRole('tooltip')).toHaveText(reason)
  await expect(refused).not.toBeChecked()
})
