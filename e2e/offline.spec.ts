import { expect, type Page } from '@playwright/test'
import { answerWith } from './support/answers.ts'
import { expectAccessible } from './support/axe.ts'
import { expectErrors } from './support/console.ts'
import type { Person } from './support/organisation.ts'
import { openPage } from './support/pages.ts'
import { test } from './support/test.ts'
import { type TestOrganisation, testOrganisation } from './support/test-organisation.ts'
import { statusSays } from './support/toasts.ts'
import { chooseFile, itemOf, pick, rowOf, saveButton } from './support/vocabulary.ts'

let organisation: TestOrganisation
let sender: Person
let manager: Person

test.beforeAll(async () => {
  organisation = await testOrganisation()
  sender = await organisation.hire('Ana Beatriz Nogueira', 'origin', 'Usuário')
  manager = await organisation.hire('Carlos Menezes', 'destination', 'Gestor')
  for (let n = 0; n < 11; n += 1) await organisation.send(sender)
})

test.afterAll(() => organisation.server.stop())

const notice = (page: Page) => page.getByText('Sem conexão. Nada foi perdido.', { exact: true })
const alert = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })

async function loseNetwork(page: Page) {
  expectErrors(page, /^\w+ \S+: 0\b/, /^Failed to load resource: net::ERR_INTERNET_DISCONNECTED/)
  await page.context().setOffline(true)
  await expect(notice(page)).toBeVisible()
}

async function findNetwork(page: Page) {
  await page.context().setOffline(false)
  await expect(notice(page)).toBeHidden()
}

const sentBy = async (person: Person) => (await person.call('GET', '/api/protocols')).meta.total as number

async function fillIn(page: Page, remarks: string) {
  await pick(page, 'Departamento de Destino', 'Jurídico')
  await page.getByLabel('Observações').fill(remarks)
  await pick(page, 'Tipo de Item', 'Contrato')
}

// proves 17.77
test('a list that could not be loaded comes when the network is back', async ({ browser }) => {
  const page = await openPage(browser, organisation.server, sender, '/protocolos')
  await expect(page.getByRole('rowheader')).toHaveCount(10)
  await loseNetwork(page)
  await expectAccessible(page, 'a page without a network')
  await page.getByRole('button', { name: 'Próxima' }).click()
  await expect(alert(page, 'Erro ao carregar protocolos. Tente novamente.')).toBeVisible()
  await findNetwork(page)
  await expect(alert(page, 'Erro ao carregar protocolos. Tente novamente.')).toBeHidden()
  await expect(page.getByRole('rowheader')).not.toHaveCount(10)
})

// proves 17.77
test('a new protocol is sent again by itself, once, unless it was touched', async ({ browser }) => {
  const before = await sentBy(sender)
  const page = await openPage(browser, organisation.server, sender, '/protocolos/novo')
  await fillIn(page, 'Sem rede')
  await loseNetwork(page)
  await saveButton(page).click()
  await expect(alert(page, 'Erro ao criar protocolo. Tente novamente.')).toBeVisible()
  await expect(page.getByLabel('Observações')).toHaveValue('Sem rede')
  await findNetwork(page)
  await expect(page).toHaveURL(/\/protocolos\/\d+$/)
  await expect(alert(page, 'Erro ao criar protocolo. Tente novamente.')).toBeHidden()
  expect(await sentBy(sender)).toBe(before + 1)

  await page.goto('/protocolos/novo')
  await fillIn(page, 'Ainda não')
  await loseNetwork(page)
  await saveButton(page).click()
  const failed = page.getByRole('region', { name: 'Avisos' })
  await expect(failed.getByRole('alert')).toBeVisible()
  await itemOf(page, 1).getByLabel('Nº do documento').fill('88/2026')
  await findNetwork(page)
  await page.waitForTimeout(1_500) // longer than the second try would take
  expect(await sentBy(sender)).toBe(before + 1)
  await failed.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect(page).toHaveURL(/\/protocolos\/\d+$/)
  expect(await sentBy(sender)).toBe(before + 2)
})

// proves 17.77
test('an action is tried again by a press, and its error leaves', async ({ browser }) => {
  const { id } = await organisation.send(sender)
  const page = await openPage(browser, organisation.server, manager, `/protocolos/${id}`)
  await expect(page.getByRole('button', { name: 'Receber', exact: true })).toBeVisible()
  await loseNetwork(page)
  await page.getByRole('button', { name: 'Receber', exact: true }).click()
  await expect(alert(page, 'Erro ao receber protocolo. Tente novamente.')).toBeVisible()
  await findNetwork(page)
  await page.getByRole('button', { name: 'Tentar de novo' }).click()
  await statusSays(page, 'Protocolo recebido com sucesso!')
  await expect(page.getByRole('region', { name: 'Avisos' }).getByRole('alert')).toHaveCount(0)
})

test('what failed beside a form is tried again without sending the form', async ({ browser }) => {
  const page = await openPage(browser, organisation.server, sender, '/protocolos/novo')
  await fillIn(page, 'Com anexo')
  await chooseFile(itemOf(page, 1), 'anexo.txt', 'Anexo')
  await saveButton(page).click()
  await expect(page).toHaveURL(/\/protocolos\/\d+$/)
  await page.getByRole('button', { name: 'Editar' }).click()
  await page.getByLabel('Observações').fill('Pela metade')
  await loseNetwork(page)
  await page.getByRole('button', { name: /^anexo\.txt/ }).click()
  const failed = page.getByRole('region', { name: 'Avisos' })
  await expect(failed.getByRole('alert')).toBeVisible()
  await findNetwork(page)
  const calls: string[] = []
  page.on('request', (request) => calls.push(`${request.method()} ${new URL(request.url()).pathname}`))
  await failed.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect.poll(() => calls.filter((call) => call.endsWith('/download'))).toHaveLength(1)
  expect(calls.filter((call) => call.startsWith('PUT'))).toEqual([])
  await expect(page).toHaveURL(/\/editar$/)
  await expect(page.getByLabel('Observações')).toHaveValue('Pela metade')
})

// proves 17.78
test('a toast covers nothing that is pressed next', async ({ browser }) => {
  const page = await openPage(browser, organisation.server, manager, '/protocolos')
  await expect(page.getByRole('rowheader')).toHaveCount(10)
  await page.setViewportSize({ width: 1280, height: 720 })
  const row = (await page.getByRole('rowheader').allInnerTexts())[5]
  await answerWith(page, 'POST', '/api/protocols/*', 500)
  const menu = rowOf(page, row ?? '').getByRole('button', { name: /^Ações do protocolo/ })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Receber', exact: true }).click()
  const toast = page.getByRole('region', { name: 'Avisos' })
  await expect(toast.getByRole('alert')).toBeVisible()
  const covered = await toast.evaluate((element) => {
    const own = element.getBoundingClientRect()
    return [...document.querySelectorAll('button, a[href]')].filter((target) => {
      const { left, right, top, bottom, width } = target.getBoundingClientRect()
      return (
        width > 0 &&
        !element.contains(target) &&
        left < own.right &&
        own.left < right &&
        top < own.bottom &&
        own.top < bottom
      )
    }).length
  })
  expect(covered).toBe(0)
})
