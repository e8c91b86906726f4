import { type Browser, type BrowserContextOptions, expect, type Page, type Response } from '@playwright/test'
import { answerWith } from './support/answers.ts'
import { expectAccessible } from './support/axe.ts'
import { expectFailedCall, type Method } from './support/console.ts'
import { type Person, storeSession } from './support/organisation.ts'
import { enter, fitsTheWindow, guestPage, openPage, pageOf, statusSays, withoutEvents } from './support/pages.ts'
import { test } from './support/test.ts'
import { ownOrganisation } from './support/test-organisation.ts'
import { chooseFile, expectTheme, heading, itemOf, menuAction, pick, saveButton } from './support/vocabulary.ts'

const { organisation, admin, sender, colleague, manager, clerk } = ownOrganisation({
  admin: 'helena',
  sender: 'ana',
  colleague: 'bruno',
  manager: 'carlos',
  clerk: 'debora',
})

test.beforeAll(async () => {
  for (let count = 0; count < 12; count += 1) await organisation.send(sender)
})

// Uses separate sessions, because these tests end them.
const open = async (browser: Browser, who: Person, path: string, options: BrowserContextOptions = {}) => {
  const token = await storeSession(organisation.server.ownerConnectionString, who.email)
  return openPage(browser, organisation.server, { token }, path, options)
}

/** Blocks the event stream, which would notice the end of the session before the user acts. */
const openUnheard = async (browser: Browser, who: Person, path: string) => {
  const token = await storeSession(organisation.server.ownerConnectionString, who.email)
  const page = await pageOf(browser, organisation.server, { token })
  await withoutEvents(page)
  await page.goto(path)
  return page
}

/** Ends the session on the server just before the next call of this kind arrives; the browser does not know it. */
async function endSession(page: Page, method: Method, path: string) {
  expectFailedCall(page, method, path, 401)
  // The bell asks every thirty seconds, and might meet the end as well.
  await page.route('**/notifications/**', (route) => route.fulfill({ json: { notifications: [] } }))
  let isOver = false
  await page.route(`**${path}`, async (route) => {
    const { authorization = '' } = route.request().headers()
    if (!isOver && route.request().method() === method) {
      isOver = true
      await fetch(`${organisation.server.url}/api/auth/logout`, { method: 'POST', headers: { authorization } })
    }
    await route.fallback()
  })
}

async function signInAgain(page: Page, who: Person) {
  await enter(page, who)
  await expect(page.getByRole('button', { name: `Menu de ${who.name}` })).toBeVisible()
}

const isAtLogin = async (page: Page) => {
  await expect(page).toHaveURL(`${organisation.server.url}/login`)
  expect(await page.evaluate(() => ['token', 'user'].map((key) => localStorage.getItem(`malote:${key}`)))).toEqual([
    null,
    null,
  ])
  await expect(page.getByRole('alert')).toHaveCount(0)
}

const recovered = (page: Page) =>
  page.getByRole('status').filter({ hasText: 'Recuperamos o que você estava digitando' })

async function fillIn(page: Page) {
  await pick(page, 'Departamento de Destino', 'Jurídico')
  await page.getByLabel('Observações').fill('Contratos que não podem se perder')
  await pick(page, 'Tipo de Item', 'Contrato')
  await itemOf(page, 1).getByLabel('Nº do documento').fill('901/2026')
  await chooseFile(itemOf(page, 1), 'contrato.txt', 'Contrato\n')
  await page.getByRole('button', { name: 'Adicionar Item' }).click()
  // Typed numbers are looked up, which must not meet the end of the session.
  const lookedUp = page.waitForResponse((reply) => reply.url().includes('/api/search?q=902'))
  await itemOf(page, 2).getByLabel('Nº do documento').fill('902/2026')
  await lookedUp
}

test.describe('a session that ends in the middle of', () => {
  // proves 4.1, 7.9.1, 8.3, 11.24, V14.3.1
  test('a new protocol loses nothing that was typed, and gives it back to nobody else', async ({ browser }) => {
    const page = await openUnheard(browser, sender, '/protocolos/novo')
    await fillIn(page)
    await endSession(page, 'POST', '/api/protocols')
    await saveButton(page).click()
    await isAtLogin(page)

    await signInAgain(page, sender)
    await expect(page).toHaveURL(`${organisation.server.url}/protocolos/novo`)
    await expect(recovered(page)).toContainText('escolha os arquivos novamente')
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(page.getByRole('combobox', { name: 'Departamento de Destino' })).toHaveValue('Jurídico')
    await expect(page.getByLabel('Observações')).toHaveValue('Contratos que não podem se perder')
    await expect(itemOf(page, 1).getByLabel('Nº do documento')).toHaveValue('901/2026')
    await expect(itemOf(page, 2).getByLabel('Nº do documento')).toHaveValue('902/2026')
    await expect(itemOf(page, 2).getByRole('combobox', { name: 'Tipo de Item' })).toHaveValue('Contrato')
    await expectAccessible(page, 'the form with what was recovered')
    await page.getByRole('button', { name: 'Descartar' }).click()
    await expect(page.getByLabel('Observações')).toHaveValue('')
    await expect(itemOf(page, 2)).toBeHidden()
    await expect(recovered(page)).toBeHidden()

    await page.getByLabel('Observações').fill('De Ana')
    await pick(page, 'Departamento de Destino', 'Jurídico')
    await pick(page, 'Tipo de Item', 'Contrato')
    await endSession(page, 'POST', '/api/protocols')
    await saveButton(page).click()
    await isAtLogin(page)
    await signInAgain(page, sender)
    await expect(page.getByLabel('Observações')).toHaveValue('De Ana')
    await saveButton(page).click()
    await expect(page).toHaveURL(/\/protocolos\/\d+$/)
    await page.goto('/protocolos/novo')
    await expect(page.getByLabel('Observações')).toHaveValue('')
    await expect(recovered(page)).toBeHidden()

    await page.getByLabel('Observações').fill('De Ana, outra vez')
    await pick(page, 'Departamento de Destino', 'Jurídico')
    await pick(page, 'Tipo de Item', 'Contrato')
    await endSession(page, 'POST', '/api/protocols')
    await saveButton(page).click()
    await isAtLogin(page)
    await signInAgain(page, colleague)
    await expect(page.getByLabel('Observações')).toHaveValue('')
    await expect(recovered(page)).toBeHidden()
    const kept = await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('malote:draft')))
    expect(kept).toEqual([])
  })

  test('the profile brings everything back but passwords', async ({ browser }) => {
    const page = await openUnheard(browser, sender, '/perfil')
    await page.getByLabel('Telefone').fill('11987654321')
    await page.getByLabel('Nova senha', { exact: true }).fill('uma senha que ninguém guarda')
    await page.getByLabel('Confirmar nova senha').fill('uma senha que ninguém guarda')
    await page.getByLabel('Senha atual').fill('a senha de antes')
    await endSession(page, 'PUT', '/api/auth/profile')
    await page.getByRole('button', { name: 'Salvar alterações' }).click()
    await isAtLogin(page)
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('senha de antes')
    await signInAgain(page, sender)
    await expect(recovered(page)).toBeVisible()
    await expect(page.getByLabel('Telefone')).toHaveValue('(11) 98765-4321')
    await expect(page.getByLabel('Nova senha', { exact: true })).toHaveValue('')

    // A form that the user leaves on purpose loses its draft.
    await page.getByRole('link', { name: 'Protocolos', exact: true }).click()
    await page.getByRole('button', { name: 'Sair sem salvar' }).click()
    await expect(heading(page, 'Protocolos')).toBeVisible()
    await page.goBack()
    await expect(page.getByLabel('Telefone')).toHaveValue('')
  })
})

// proves 1.7, 4.2
test('two tabs are one session and one theme', async ({ browser }) => {
  const page = await open(browser, sender, '/protocolos')
  const other = await page.context().newPage()
  await other.goto('/protocolos/novo')
  await other.getByLabel('Observações').fill('Na outra aba')
  await expectTheme(other, 'light')
  await page.getByRole('button', { name: /^Usar tema/ }).click()
  await expectTheme(other, 'dark')

  await page.getByRole('button', { name: `Menu de ${sender.name}` }).click()
  await menuAction(page, 'Sair')
  await expect(page).toHaveURL(`${organisation.server.url}/login`)
  await isAtLogin(other)

  // After signing in again in one tab, the other continues where it was.
  await signInAgain(page, sender)
  await expect(other.getByLabel('Observações')).toHaveValue('Na outra aba')
  await expect(recovered(other)).toBeVisible()
})

// proves 14.8
test('Back and Forward lead where one was', async ({ browser }) => {
  const page = await open(browser, admin, '/protocolos?status=Pendente')
  await page.setViewportSize({ width: 1440, height: 500 })
  const rows = page.getByRole('rowheader')
  await expect(rows).toHaveCount(10)
  const firstPage = await rows.allTextContents()
  await page.getByRole('button', { name: 'Próxima' }).click()
  await expect(page).toHaveURL(/status=Pendente&page=2|page=2&status=Pendente/)
  await expect(rows.first()).not.toHaveText(firstPage[0] ?? '')
  await page.goBack()
  await expect(rows).toHaveText(firstPage)
  const target = rows.last().getByRole('link')
  await target.scrollIntoViewIfNeeded()
  const scrolled = await page.evaluate(() => window.scrollY)
  expect(scrolled).toBeGreaterThan(0)
  await target.click()
  await expect(page.getByRole('heading', { name: /^Protocolo #/ })).toBeVisible()
  await page.getByRole('tab', { name: /Histórico/ }).click()
  await page.goBack()
  await expect(page.getByRole('tab', { name: /Detalhes/ })).toHaveAttribute('aria-selected', 'true')
  await page.goBack()
  await expect(page).toHaveURL(`${organisation.server.url}/protocolos?status=Pendente`)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(scrolled)
  await page.goForward()
  await expect(page.getByRole('heading', { name: /^Protocolo #/ })).toBeVisible()
})

type AriaRole = Parameters<Page['getByRole']>[0]

/** Presses a key until the focus is on the element with this role and name. */
async function goTo(page: Page, role: AriaRole, name: string | RegExp, key = 'Tab') {
  const wanted = page.getByRole(role, { name, exact: true })
  await expect(wanted.first()).toBeVisible()
  // Once: to find a role takes longer than a press.
  const found = await wanted.elementHandles()
  const isThere = () => page.evaluate((elements) => elements.includes(document.activeElement as Element), found)
  for (let pressed = 0; pressed < 60; pressed += 1) {
    if (await isThere()) return
    await page.keyboard.press(key)
  }
  throw new Error(`${key} never came to ${role} ${name}`)
}

async function press(page: Page, role: AriaRole, name: string | RegExp) {
  await goTo(page, role, name)
  await page.keyboard.press('Enter')
}

async function choose(page: Page, field: string, typed: string) {
  await goTo(page, 'combobox', field)
  await page.keyboard.type(typed)
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
}

async function write(page: Page, field: string, text: string) {
  await goTo(page, 'textbox', field)
  await page.keyboard.type(text)
}

async function actOnItem(page: Page, action: string) {
  await press(page, 'button', /^Ações/i)
  await goTo(page, 'menuitem', action, 'ArrowDown')
  await page.keyboard.press('Enter')
}

// proves 2.5.1, 14.6
test('the main job is done by roles, names and the keyboard alone', async ({ browser }) => {
  const origin = await open(browser, sender, '/protocolos')
  await press(origin, 'link', 'Novo Protocolo')
  await expect(origin).toHaveURL(/\/protocolos\/novo$/)
  await choose(origin, 'Departamento de Destino', 'Jur')
  await write(origin, 'Observações', 'Só com o teclado')
  await goTo(origin, 'checkbox', 'Este protocolo requer devolução de itens')
  await origin.keyboard.press('Space')
  await choose(origin, 'Tipo de Item', 'Contr')
  await choose(origin, 'Categoria', 'Trab')
  await write(origin, 'Motivo da Devolução', 'Assinatura')
  await press(origin, 'button', 'Salvar')
  await expect(origin).toHaveURL(/\/protocolos\/\d+$/)

  const destination = await open(browser, manager, new URL(origin.url()).pathname)
  await press(destination, 'button', /^Receber$/)
  await statusSays(destination, 'Protocolo recebido com sucesso!')
  await actOnItem(destination, 'Atribuir usuário')
  await choose(destination, 'Usuário', 'Déb')
  await press(destination, 'button', 'Atribuir')
  await statusSays(destination, `Usuário ${clerk.name} atribuído com sucesso!`)
  await actOnItem(destination, 'Marcar como Retornado')
  const returning = destination.getByRole('alertdialog').getByRole('button', { name: 'Marcar como Retornado' })
  await expect(returning).toBeFocused()
  await destination.keyboard.press('Enter')
  await statusSays(destination, 'Item retornado com sucesso!')

  await origin.reload()
  await press(origin, 'button', 'Concluir')
  await press(origin, 'button', 'Concluir protocolo')
  await statusSays(origin, 'Protocolo concluído com sucesso!')
})

// proves 1.6, 14.5
test('every page has its language and its title, and nothing is lost at 200 %', async ({ browser }) => {
  const remarks =
    'Documentação completíssima do processo administrativo disciplinar com anexos, pareceres e comprovantes'
  const { id } = await organisation.send(sender, { remarks: `${remarks} ${'x'.repeat(100)}` })
  const page = await open(browser, admin, '/', { viewport: { width: 720, height: 450 } })
  const screens: [string, string][] = [
    ['/', 'Dashboard'],
    ['/protocolos', 'Protocolos'],
    ['/protocolos/novo', 'Novo Protocolo'],
    [`/protocolos/${id}`, `Protocolo #${id}`],
    ['/retornos', 'Retorno de Itens'],
    ['/relatorios', 'Relatórios'],
    ['/settings/users', 'Usuários'],
    ['/perfil', 'Meu Perfil'],
  ]
  for (const [path, title] of screens) {
    await page.goto(path)
    await expect(page, path).toHaveTitle(new RegExp(`(^| · )${title} · Malote$`))
    await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR')
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Avisos' })).toBeAttached()
    await fitsTheWindow(page)
  }
})

// proves 16.10
test('a first visit brings no more code than a slow network should carry', async ({ browser }) => {
  /** Transfer size while `act` runs and until the network is idle, in kB of 1,000 bytes. */
  const codeOf = async (page: Page, act: () => Promise<unknown>) => {
    const sizes: Promise<number>[] = []
    const count = (response: Response) => {
      if (response.url().endsWith('.js')) sizes.push(sizeOf(response))
    }
    page.on('response', count)
    await act()
    await page.waitForFunction(isQuietSince, await page.evaluate(() => performance.now()))
    page.off('response', count)
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1000
  }
  const isQuietSince = (start: number) => {
    const ends = performance
      .getEntriesByType('resource')
      .map((entry) => (entry as PerformanceResourceTiming).responseEnd)
    return performance.now() - Math.max(start, ...ends) > 500
  }
  const sizeOf = async (response: Response) => (await response.request().sizes()).responseBodySize
  const stranger = await guestPage(browser, organisation.server, '/healthz')
  expect(await codeOf(stranger, () => stranger.goto('/login', { waitUntil: 'networkidle' }))).toBeLessThanOrEqual(95)
  const follower = await guestPage(browser, organisation.server, '/healthz')
  const item = { item_type: 'Contrato', document_number: '1/2026', item_description: null, return_date: '2026-11-27' }
  const dates = { earliest_date: '2026-11-28', quick_dates: [{ label: '+1 semana', date: '2026-12-04' }] }
  await answerWith(follower, 'POST', '/api/answers/open', 200, { ...item, ...dates, choices: ['extension'] })
  const link = `/responder#${'a'.repeat(43)}e`
  expect(await codeOf(follower, () => follower.goto(link, { waitUntil: 'networkidle' }))).toBeLessThanOrEqual(95)

  const page = await openUnheard(browser, sender, '/healthz')
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  // Not until the network is idle, which it never is once the stream of events is asked for.
  expect(await codeOf(page, () => page.goto('/protocolos'))).toBeLessThanOrEqual(235)
  expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(25)

  const first = await openUnheard(browser, manager, '/healthz')
  expect(await codeOf(first, () => first.goto('/')), 'Dashboard').toBeLessThanOrEqual(235)

  // The first mouse move loads the form fields that most screens share; each screen then loads little more.
  await expect(heading(page, 'Protocolos')).toBeVisible() // before that, nothing listens to the mouse
  const forms = page.waitForResponse(/\/assets\/forms-/)
  await codeOf(page, async () => {
    await page.mouse.move(700, 20)
    await forms
  })
  // Together, for on a slow machine the last part of one comes during the next one's visit.
  let [loaded, screens] = [0, 0]
  for (const name of ['Dashboard', 'Retorno de Itens', 'Rastreamento', 'Relatórios', 'Perfil', 'Ajuda']) {
    const visit = () => page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name }).click()
    loaded += await codeOf(page, visit)
    screens += 1
    expect(loaded, name).toBeLessThanOrEqual(25 * screens)
  }
  expect(loaded).toBeLessThanOrEqual(75)
})
