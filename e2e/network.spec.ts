import { expect, type Page, type Request } from '@playwright/test'
import { faultProxy } from '../server/src/test/fault-proxy.ts'
import { answerWith, holdBack } from './support/answers.ts'
import { expectAccessible, expectAccessibleAsItIs } from './support/axe.ts'
import { expectErrors } from './support/console.ts'
import type { Person } from './support/organisation.ts'
import { expectAlert, guestPage, openPage, pageOf, statusSays } from './support/pages.ts'
import { test } from './support/test.ts'
import { ownOrganisation } from './support/test-organisation.ts'
import { chooseFile, expectTheme, heading, itemOf, menuAction, pick, rowOf, saveButton } from './support/vocabulary.ts'

// What happens when the network, the server, its database or a file of the app is away.

const { organisation, sender, manager } = ownOrganisation({ sender: 'ana', manager: 'carlos' })

test.beforeAll(async () => {
  for (let n = 0; n < 11; n += 1) await organisation.send(sender)
})

const notice = (page: Page) => page.getByText('Sem conexão. Nada foi perdido.', { exact: true })
const alert = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })
const toasts = (page: Page) => page.getByRole('region', { name: 'Avisos' })

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

// proves 11.29, 17.77, 17.78
test('without a network the old rows stay, calls say that they failed, and a press tries them again', async ({
  browser,
}) => {
  const page = await openPage(browser, organisation.server, manager, '/protocolos')
  const rows = page.getByRole('rowheader')
  await expect(rows).toHaveCount(10)
  const before = await rows.allTextContents()
  await loseNetwork(page)
  await page.getByRole('button', { name: 'Próxima' }).click()
  const failed = alert(page, 'Erro ao carregar protocolos. Tente novamente.')
  await expect(failed).toContainText('As linhas abaixo são as de antes.')
  await expect(failed.getByRole('button', { name: 'Tentar novamente' })).toBeVisible()
  expect(await rows.allTextContents()).toEqual(before)
  await expectAccessible(page, 'the list without a network')
  await findNetwork(page)
  await expect(failed).toBeHidden()
  await expect.poll(() => rows.allTextContents()).not.toEqual(before)

  // A toast covers nothing that is pressed next.
  await page.goto('/protocolos')
  await expect(rows).toHaveCount(10)
  await page.setViewportSize({ width: 1280, height: 720 })
  const asBefore = await answerWith(page, 'POST', '/api/protocols/*', 500)
  await rowOf(page, (await rows.allInnerTexts())[5] ?? '')
    .getByRole('button', { name: /^Ações do protocolo/ })
    .click()
  await menuAction(page, 'Receber')
  await expect(toasts(page).getByRole('alert')).toBeVisible()
  const covered = () =>
    toasts(page).evaluate((element) => {
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
  // It looks for its place again when the menu has gone.
  await expect.poll(covered).toBe(0)
  await expectAlert(page, 'Erro ao receber protocolo. Tente novamente.')
  asBefore()

  await rows.first().getByRole('link').click()
  const receive = page.getByRole('button', { name: 'Receber', exact: true })
  await expect(receive).toBeVisible()
  await loseNetwork(page)
  await receive.click()
  await expect(alert(page, 'Erro ao receber protocolo. Tente novamente.')).toBeVisible()
  await findNetwork(page)
  await page.getByRole('button', { name: 'Tentar de novo' }).click()
  await statusSays(page, 'Protocolo recebido com sucesso!')
  await expect(toasts(page).getByRole('alert')).toHaveCount(0)

  // A slow request shows its progress, and a second click sends no second request.
  const { id } = await organisation.send(sender)
  await page.goto(`/protocolos/${id}`)
  const calls: string[] = []
  page.on('request', (request) => request.url().endsWith('/receive') && calls.push(request.url()))
  const release = await holdBack(page, 'POST', `/api/protocols/${id}/receive`)
  await receive.dblclick()
  await page.getByRole('button', { name: 'Recebendo...' }).click({ force: true })
  await expect(page.getByRole('button', { name: 'Recebendo...' })).toHaveAttribute('aria-disabled', 'true')
  release()
  await statusSays(page, 'Protocolo recebido com sucesso!')
  expect(calls).toHaveLength(1)
})

// proves 17.77
test('a new protocol is sent again by itself, once, unless it was touched, and without what failed beside it', async ({
  browser,
}) => {
  const before = await sentBy(sender)
  const page = await openPage(browser, organisation.server, sender, '/protocolos/novo')
  await fillIn(page, 'Sem rede')
  await chooseFile(itemOf(page, 1), 'anexo.txt', 'Anexo')
  await loseNetwork(page)
  await saveButton(page).click()
  await expect(alert(page, 'Erro ao criar protocolo. Tente novamente.')).toBeVisible()
  await expect(page.getByLabel('Observações')).toHaveValue('Sem rede')
  await findNetwork(page)
  await expect(page).toHaveURL(/\/protocolos\/\d+$/)
  await expect(alert(page, 'Erro ao criar protocolo. Tente novamente.')).toBeHidden()
  expect(await sentBy(sender)).toBe(before + 1)

  await page.getByRole('button', { name: 'Editar' }).click()
  await page.getByLabel('Observações').fill('Pela metade')
  await loseNetwork(page)
  await page.getByRole('button', { name: /^anexo\.txt/ }).click()
  await expect(toasts(page).getByRole('alert')).toBeVisible()
  await findNetwork(page)
  const calls: string[] = []
  page.on('request', (request) => calls.push(`${request.method()} ${new URL(request.url()).pathname}`))
  await toasts(page).getByRole('button', { name: 'Tentar de novo' }).click()
  await expect.poll(() => calls.filter((call) => call.endsWith('/download'))).toHaveLength(1)
  expect(calls.filter((call) => call.startsWith('PUT'))).toEqual([])
  await expect(page.getByLabel('Observações')).toHaveValue('Pela metade')

  page.once('dialog', (dialog) => dialog.accept())
  await page.goto('/protocolos/novo')
  await fillIn(page, 'Ainda não')
  await loseNetwork(page)
  await saveButton(page).click()
  await expect(toasts(page).getByRole('alert')).toBeVisible()
  await itemOf(page, 1).getByLabel('Nº do documento').fill('88/2026')
  await findNetwork(page)
  await page.waitForTimeout(1_500) // longer than the second try would take
  expect(await sentBy(sender)).toBe(before + 1)
  await toasts(page).getByRole('button', { name: 'Tentar de novo' }).click()
  await expect(page).toHaveURL(/\/protocolos\/\d+$/)
  expect(await sentBy(sender)).toBe(before + 2)
})

const reconnecting = (page: Page) => page.getByText('Reconectando… Nada foi perdido.', { exact: true })

const expectOutage = (page: Page) =>
  expectErrors(
    page,
    /^\w+ \S+: (0|503)\b/,
    /^(Failed to load resource: (net::|.* status of 503)|TypeError: Failed to fetch dynamically imported module)/,
  )

// proves 19.15
test('what was typed is kept while the server is away, and is sent when it is back', async ({ browser }) => {
  const { hostname: host, port } = new URL(organisation.server.url)
  const proxy = await faultProxy({ host, port: Number(port) })
  try {
    const page = await openPage(browser, { url: `http://127.0.0.1:${proxy.port}` }, sender, '/protocolos/novo')
    await fillIn(page, 'Escrito durante a troca de servidor')
    expectOutage(page)
    proxy.goAway()
    await saveButton(page).click()
    await expect(reconnecting(page)).toBeVisible()
    await expectAccessible(page, 'a page without a server')
    await expect(page.getByLabel('Observações')).toHaveValue('Escrito durante a troca de servidor')
    proxy.heal()
    await expect(reconnecting(page)).toBeHidden()
    await saveButton(page).click()
    await expect(page).toHaveURL(/\/protocolos\/\d+$/)
    await expect(page.getByRole('tabpanel', { name: 'Detalhes' })).toContainText('Escrito durante a troca de servidor')
  } finally {
    await proxy.close()
  }
})

// proves 19.15
test('a list that failed while the database was away comes by itself', { tag: '@long' }, async ({ browser }) => {
  const page = await openPage(browser, organisation.server, sender, '/protocolos')
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  expectOutage(page)
  const body = JSON.stringify({ message: 'Serviço temporariamente indisponível.', code: 'UNAVAILABLE' })
  const isCall = (url: URL) => url.pathname.startsWith('/api/') && url.pathname !== '/api/events'
  let isAway = true
  await page.route(isCall, (route) =>
    isAway ? route.fulfill({ status: 503, contentType: 'application/json', body }) : route.fallback(),
  )
  for (const name of ['Rastreamento', 'Relatórios']) await page.getByRole('link', { name }).first().click()
  await expect(reconnecting(page)).toBeVisible()
  isAway = false
  await expect(reconnecting(page)).toBeHidden()
  await expect(alert(page, 'Erro ao carregar')).toHaveCount(0)
})

const missingPart = [
  /^Failed to load resource: (the server responded with a status of 404|net::ERR_FAILED) .*\/assets\//,
  /^TypeError: Failed to fetch dynamically imported module/,
]
const partNotice = (page: Page) => alert(page, 'Uma parte do Malote não pôde ser carregada.')

/**
 * From the first request on, so that the files can go away later: Chromium does not intercept what an open page requests
 * right after interception began.
 */
async function filesOf(page: Page) {
  let areGone = false
  const loading = new Set<Request>()
  let endedAt = 0
  const isFile = (request: Request) => /\/assets\/[^/]*\.js$/.test(request.url())
  const end = (request: Request) => {
    if (loading.delete(request)) endedAt = Date.now()
  }
  page.on('request', (request) => isFile(request) && loading.add(request))
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  await page.route('**/assets/*.js', (route) => {
    if (!areGone) return route.continue()
    return route.fulfill({ status: 404, body: '' })
  })
  return {
    /** For half a second no file has come. The network itself is never idle once the stream of events is open. */
    haveCome: () => expect.poll(() => loading.size === 0 && Date.now() - endedAt > 500).toBe(true),
    goAway() {
      areGone = true
      expectErrors(page, ...missingPart)
    },
    comeBack() {
      areGone = false
    },
  }
}

// proves 14.14
test('a new version under an open tab is said each time a part is missing, and takes nothing away', async ({
  browser,
}) => {
  const page = await pageOf(browser, organisation.server, sender)
  const files = await filesOf(page)
  await page.goto('/protocolos/novo')
  await page.getByLabel('Observações').fill('Digitado antes da nova versão')
  await expect(page.getByRole('combobox', { name: 'Departamento de Destino' })).toBeEnabled()
  await files.haveCome()
  files.goAway()
  const miss = () =>
    expect(async () => {
      await page.keyboard.press('Control+k')
      await expect(partNotice(page)).toBeVisible({ timeout: 1000 })
    }).toPass()
  // The browser reports the file too, the first times twice; later only the lazy part itself can report it.
  for (let time = 0; time < 4; time += 1) {
    await miss()
    if (time === 0) await expectAccessible(page, 'the notice of a missing part')
    // On a slow machine the key was pressed twice, and the notice comes twice.
    await expect(async () => {
      if (await partNotice(page).isVisible()) {
        await partNotice(page).getByRole('button', { name: 'Depois' }).click({ timeout: 1000 })
      }
      await expect(partNotice(page)).toBeHidden({ timeout: 1000 })
    }).toPass()
  }
  // The files of the frame have loaded with it.
  await page.getByRole('button', { name: 'Recolher menu' }).click()
  await expect(page.getByRole('navigation', { name: 'Principal' }).getByRole('link')).toHaveCount(8)
  await page.getByRole('button', { name: /^Notificações/ }).click()
  await expect(page.getByRole('dialog', { name: 'Notificações' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('Observações')).toHaveValue('Digitado antes da nova versão')

  await miss()
  files.comeBack()
  page.once('dialog', (dialog) => dialog.accept())
  await partNotice(page).getByRole('button', { name: 'Recarregar' }).click()
  await expect(page.getByText('Recuperamos o que você estava digitando')).toBeVisible()
  await expect(page.getByLabel('Observações')).toHaveValue('Digitado antes da nova versão')
  await expect(partNotice(page)).toBeHidden()
})

// proves 14.14
test('a page whose code is gone in a new version reloads by itself', async ({ browser }) => {
  const list = await pageOf(browser, organisation.server, sender)
  const files = await filesOf(list)
  await list.goto('/protocolos')
  await expect(list.getByRole('rowheader')).toHaveCount(10)
  files.goAway()
  // Until it reloads with the new version.
  const reloaded = list.waitForRequest((request) => {
    if (request.isNavigationRequest()) files.comeBack()
    return request.isNavigationRequest()
  })
  await list.evaluate(() => {
    document.querySelector<HTMLAnchorElement>('nav a[href="/rastreamento"]')?.click()
  })
  await reloaded
  await expect(heading(list, 'Rastreamento de Documentos')).toBeVisible()
})

// proves 14.14
test('an app that cannot be loaded says so, and until it is loaded nobody can use what it draws', async ({
  browser,
}) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await guestPage(browser, organisation.server, '/healthz', { colorScheme })
    expectErrors(page, /^Failed to load resource: net::ERR_FAILED .*\/assets\//)
    await page.route('**/assets/*.js', (route) => route.abort())
    await page.goto('/login')
    await expect(page.getByRole('alert')).toHaveText('Verifique a conexão com a rede. Recarregar a página')
    await expectTheme(page, colorScheme)
    await expectAccessibleAsItIs(page, 'the notice of an app that is not there')
    if (colorScheme === 'dark') continue
    await page.unroute('**/assets/*.js')
    await page.getByRole('alert').getByRole('link').click()
    await expect(page.getByLabel('E-mail')).toBeFocused()

    const go = await holdBack(page, 'GET', '/assets/*')
    await page.goto('/protocolos', { waitUntil: 'commit' })
    const drawing = page.locator('#shell')
    await expect(drawing.getByText('Esqueci minha senha')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Entrar' })).toHaveCount(0)
    // Password managers cannot fill it in either, because their input would be lost.
    await expect(page.locator('input')).toHaveCount(0)
    go()
    await expect(page.getByLabel('E-mail')).toBeFocused()
    await expect(drawing).toHaveCount(0)
  }
})
