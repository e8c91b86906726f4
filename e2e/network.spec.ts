import { expect, type Page, type Request } from '@playwright/test'
import { faultProxy } from '../server/src/test/fault-proxy.ts'
import { answerWith, holdBack } from './support/answers.ts'
import { expectAccessible, expectAccessibleAsItIs } from './support/axe.ts'
import { expectErrors } from './support/console.ts'
import { expectAlert, openPage, pageOf, statusSays } from './support/pages.ts'
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

// proves 11.29, 17.77, 17.78
test('without a network the old rows stay, calls say that they failed, and a press tries them again', async ({
  browser,
}) => {
  const page = await openPage(browser, organisation.server, manager, '/protocolos', {
    viewport: { width: 1280, height: 720 },
  })
  const rows = page.getByRole('rowheader')
  await expect(rows).toHaveCount(10)
  const before = await rows.allTextContents()

  // A toast covers nothing that is pressed next.
  const asBefore = await answerWith(page, 'POST', '/api/protocols/*', 500)
  await rowOf(page, before[5] ?? '')
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
})

const reconnecting = (page: Page) => page.getByText('Reconectando… Nada foi perdido.', { exact: true })

const expectOutage = (page: Page) =>
  expectErrors(
    page,
    /^\w+ \S+: (0|503)\b/,
    /^(Failed to load resource: (net::|.* status of 503)|TypeError: Failed to fetch dynamically imported module)/,
  )

// proves 17.77, 19.15
test('a new protocol is sent by itself when the network is back, and kept while the server is away', async ({
  browser,
}) => {
  const { hostname: host, port } = new URL(organisation.server.url)
  const proxy = await faultProxy({ host, port: Number(port) })
  const fillIn = async (page: Page, remarks: string) => {
    await pick(page, 'Departamento de Destino', 'Jurídico')
    await page.getByLabel('Observações').fill(remarks)
    await pick(page, 'Tipo de Item', 'Contrato')
  }
  try {
    const page = await openPage(browser, { url: `http://127.0.0.1:${proxy.port}` }, sender, '/protocolos/novo')
    await fillIn(page, 'Sem rede')
    await chooseFile(itemOf(page, 1), 'anexo.txt', 'Anexo')
    await loseNetwork(page)
    await saveButton(page).click()
    await expect(alert(page, 'Erro ao criar protocolo. Tente novamente.')).toBeVisible()
    await expect(page.getByLabel('Observações')).toHaveValue('Sem rede')
    const { promise: come, resolve: comes } = Promise.withResolvers<void>()
    await page.route('**/assets/protocol-page-*.js', (route) => come.then(() => route.continue()))
    await findNetwork(page)
    await expect(page).toHaveURL(/\/protocolos\/\d+$/)
    await expect(alert(page, 'Erro ao criar protocolo. Tente novamente.')).toBeHidden()
    await page.keyboard.press('n') // does nothing: the form that was sent is still there
    comes()
    await expect(page.getByRole('tabpanel', { name: 'Detalhes' })).toContainText('Sem rede')

    await page.keyboard.press('n')
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
test('a new version under an open tab: a page whose code is gone reloads by itself, a missing part is said each time and takes nothing away', async ({
  browser,
}) => {
  const page = await pageOf(browser, organisation.server, sender)
  const files = await filesOf(page)
  await page.goto('/protocolos')
  await expect(page.getByRole('rowheader')).toHaveCount(10)
  files.goAway()
  // Until it reloads with the new version.
  const reloaded = page.waitForRequest((request) => {
    if (request.isNavigationRequest()) files.comeBack()
    return request.isNavigationRequest()
  })
  await page.evaluate(() => {
    document.querySelector<HTMLAnchorElement>('nav a[href="/rastreamento"]')?.click()
  })
  await reloaded
  await expect(heading(page, 'Rastreamento de Documentos')).toBeVisible()

  await page.getByRole('main').focus()
  await page.keyboard.press('n')
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
  for (let time = 0; time < 3; time += 1) {
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
  await expectAccessible(page, 'the form with what was recovered')
})

// proves 14.14
test('an app that cannot be loaded says so, and until it is loaded nobody can use what it draws', async ({
  browser,
}) => {
  const page = await (await browser.newContext({ baseURL: organisation.server.url })).newPage()
  expectErrors(page, /^Failed to load resource: net::ERR_FAILED .*\/assets\//)
  await page.route('**/assets/*.js', (route) => route.abort())
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.goto('/login')
    await expect(page.getByRole('alert')).toHaveText('Verifique a conexão com a rede. Recarregar a página')
    await expectTheme(page, colorScheme)
    await expectAccessibleAsItIs(page, 'the notice of an app that is not there')
  }
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
})
