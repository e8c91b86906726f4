import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { cutOff } from './support/answers.ts'
import { expectErrors } from './support/console.ts'
import type { Person } from './support/organisation.ts'
import { openPage } from './support/pages.ts'
import { test } from './support/test.ts'
import { type TestOrganisation, testOrganisation } from './support/test-organisation.ts'
import { alertSays, expectAlert, statusSays } from './support/toasts.ts'
import { chooseFile, itemOf, pick, question, rowOf, saveButton } from './support/vocabulary.ts'

// The connection breaks before the request reaches the server, or after the server has handled it and before the
// response.
// The user is told in both cases, the typed text stays, and a retry has its effect once.

let organisation: TestOrganisation
let admin: Person
let sender: Person
let manager: Person
let clerk: Person

test.beforeAll(async () => {
  organisation = await testOrganisation()
  admin = await organisation.hire('Helena Prado', 'origin', 'Admin')
  sender = await organisation.hire('Ana Beatriz Nogueira', 'origin', 'Usuário')
  manager = await organisation.hire('Carlos Menezes', 'destination', 'Gestor')
  clerk = await organisation.hire('Débora Lima', 'destination', 'Usuário')
})

test.afterAll(() => organisation.server.stop())

/** The complete protocols with these remarks. */
async function sentAs(remarks: string) {
  const { data } = await sender.call('GET', '/api/protocols')
  const all = await Promise.all(data.map(({ id }: { id: number }) => sender.call('GET', `/api/protocols/${id}`)))
  return all.filter((protocol) => protocol.remarks === remarks)
}

const actionsOf = async (id: number): Promise<string[]> => {
  const { history } = await sender.call('GET', `/api/protocols/${id}`)
  return history.map(({ action }: { action: string }) => action)
}

async function fillIn(page: Page, remarks: string) {
  await pick(page, 'Departamento de Destino', 'Jurídico')
  await page.getByLabel('Observações').fill(remarks)
  await pick(page, 'Tipo de Item', 'Contrato')
  await itemOf(page, 1).getByLabel('Nº do documento').fill('77/2026')
  await chooseFile(itemOf(page, 1), 'contrato.txt', 'Contrato\n')
}

test('a file that was changed after it was chosen is said, and chosen again', async ({ browser }) => {
  const remarks = 'Salvo de novo'
  const page = await openPage(browser, organisation.server, sender, '/protocolos/novo')
  await fillIn(page, remarks)
  const folder = await mkdtemp(join(tmpdir(), 'malote-'))
  const path = join(folder, 'minuta.txt')
  await writeFile(path, 'Primeira versão')
  // Chromium compares whole seconds.
  await utimes(path, 1_700_000_000, 1_700_000_000)
  const choose = async () => {
    await itemOf(page, 1)
      .getByRole('button', { name: /^Remover/ })
      .click()
    await itemOf(page, 1).locator('input[type=file]').setInputFiles(path)
  }
  await choose()
  await writeFile(path, 'Segunda versão, mais longa')
  expectErrors(page, /ERR_UPLOAD_FILE_CHANGED/, /^POST \/api\/protocols: 400/)
  await saveButton(page).click()
  const message = 'O arquivo minuta.txt foi alterado, movido ou apagado depois de escolhido. Escolha-o novamente.'
  await expect(itemOf(page, 1).getByText(message)).toBeVisible()
  expect(await sentAs(remarks)).toEqual([])
  await choose()
  await saveButton(page).click()
  await expect(page).toHaveURL(/\/protocolos\/\d+$/)
  await rm(folder, { recursive: true })
})

for (const when of ['before', 'after'] as const) {
  const made = when === 'after' ? 1 : 0
  // network.spec.ts, too, cuts connections before the server acts.
  const tag = when === 'before' ? ['@long'] : []

  // proves 8.9
  test(`a creation cut off ${when} the server acts is made once, with its file`, { tag }, async ({ browser }) => {
    const remarks = `Cortado ${when}`
    const page = await openPage(browser, organisation.server, sender, '/protocolos/novo')
    await fillIn(page, remarks)
    const mend = await cutOff(page, 'POST', '/api/protocols', when)
    await saveButton(page).click()
    await expectAlert(page, 'Erro ao criar protocolo. Tente novamente.')
    expect(await sentAs(remarks)).toHaveLength(made)
    await expect(page.getByLabel('Observações')).toHaveValue(remarks)
    await expect(itemOf(page, 1).getByLabel('Nº do documento')).toHaveValue('77/2026')
    await expect(itemOf(page, 1).getByText('contrato.txt')).toBeVisible()

    await mend()
    await saveButton(page).click()
    await expect(page).toHaveURL(/\/protocolos\/\d+$/)
    const [only, ...more] = await sentAs(remarks)
    expect(more).toEqual([])
    expect(only.items[0].attachments).toHaveLength(1)
    expect(await actionsOf(only.id)).toEqual(['Protocolo criado'])
  })

  test(`an edit cut off ${when} the server acts can be saved again`, { tag }, async ({ browser }) => {
    const { id } = await organisation.send(sender, { requiresReturn: false })
    const page = await openPage(browser, organisation.server, sender, `/protocolos/${id}/editar`)
    await page.getByLabel('Observações').fill('Corrigido no escuro')
    const mend = await cutOff(page, 'PUT', `/api/protocols/${id}`, when)
    await saveButton(page).click()
    await expectAlert(page, 'Erro ao atualizar protocolo. Tente novamente.')
    await expect(page.getByLabel('Observações')).toHaveValue('Corrigido no escuro')

    await mend()
    await saveButton(page).click()
    await expect(page).toHaveURL(new RegExp(`/protocolos/${id}$`))
    expect((await sender.call('GET', `/api/protocols/${id}`)).remarks).toBe('Corrigido no escuro')
    expect((await actionsOf(id)).filter((action) => action === 'Protocolo editado')).toHaveLength(1)
  })

  test(`a bulk return cut off ${when} the server acts returns each item once`, { tag }, async ({ browser }) => {
    const number = `Volta-${when}`
    const { id } = await organisation.send(sender, {
      items: [{ document_number: number, destination_user_id: clerk.id }],
    })
    await manager.call('POST', `/api/protocols/${id}/receive`)
    const page = await openPage(browser, organisation.server, manager, `/retornos?search=${number}`)
    await rowOf(page, number).getByRole('checkbox').check()
    const mend = await cutOff(page, 'POST', '/api/protocols/items/bulk-return', when)
    const returnThem = async () => {
      await page.getByRole('button', { name: 'Retornar Selecionados' }).click()
      await question(page).getByRole('button', { name: 'Confirmar' }).click()
    }
    await returnThem()
    await expect(page.getByRole('alert').filter({ hasText: 'Erro ao processar retorno em massa' })).toBeVisible()
    await mend()
    if (when === 'before') {
      await expect(rowOf(page, number).getByRole('checkbox')).toBeChecked()
      await returnThem()
      await statusSays(page, '1 item retornado com sucesso!')
    }
    // A returned item is no longer in the pending list, even if the response was lost.
    await expect(rowOf(page, number)).toHaveCount(0)
    expect((await actionsOf(id)).filter((action) => action === 'Item retornado')).toHaveLength(1)
  })

  test(`an import cut off ${when} the server acts brings each supplier once`, { tag }, async ({ browser }) => {
    const name = `Lona e Corda ${when}`
    const cnpj = when === 'before' ? '33.000.167/0001-01' : '60.746.948/0001-12'
    const page = await openPage(browser, organisation.server, admin, '/settings/suppliers/import')
    await chooseFile(page, 'fornecedores.csv', `CNPJ;Razão Social;UF;Cidade\r\n${cnpj};${name};RJ;Niterói`, 'text/csv')
    const mend = await cutOff(page, 'POST', '/api/import/suppliers', when)
    await page.getByRole('button', { name: 'Importar 1 fornecedor' }).click()
    await alertSays(page, 'Erro ao importar o arquivo. Tente novamente.')
    await mend()
    await page.getByRole('button', { name: 'Conferir de novo' }).click()
    if (when === 'before') {
      await page.getByRole('button', { name: 'Importar 1 fornecedor' }).click()
      await statusSays(page, 'Importação concluída com sucesso!')
    } else {
      await expect(page.getByRole('button', { name: /^Importar 1/ })).toHaveCount(0)
    }
    const { data } = await admin.call('GET', `/api/suppliers?search=${encodeURIComponent(name)}`)
    expect(data).toHaveLength(1)
  })
}
