import {
  type Browser,
  type BrowserContextOptions,
  expect,
  type Locator,
  type Page,
  type Response,
} from '@playwright/test'
import { answerWith } from './support/answers.ts'
import { expectAccessible } from './support/axe.ts'
import { type Person, storeSession } from './support/organisation.ts'
import { enter, fitsTheWindow, openPage, resize, statusSays, withoutEvents } from './support/pages.ts'
import { test } from './support/test.ts'
import { ownOrganisation } from './support/test-organisation.ts'
import { expectTheme, heading, itemAction, menuAction } from './support/vocabulary.ts'

const { organisation, admin, sender, manager, clerk } = ownOrganisation({
  admin: 'helena',
  sender: 'ana',
  manager: 'carlos',
  clerk: 'debora',
})

test.beforeAll(async () => {
  for (let count = 0; count < 12; count += 1) {
    await organisation.send(sender, { items: [{ document_number: '2/26' }] })
  }
})

// Uses separate sessions, because a test ends one.
const open = async (browser: Browser, who: Person, path: string, options: BrowserContextOptions = {}) => {
  const token = await storeSession(organisation.server.ownerConnectionString, who.email)
  return openPage(browser, organisation.server, { token }, path, options)
}

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
  await expect(other).toHaveURL(`${organisation.server.url}/login`)
  const kept = () => ['token', 'user'].map((key) => localStorage.getItem(`malote:${key}`))
  expect(await other.evaluate(kept)).toEqual([null, null])
  await expect(other.getByRole('alert')).toHaveCount(0)

  // After signing in again in one tab, the other continues where it was.
  await enter(page, sender)
  await expect(other.getByLabel('Observações')).toHaveValue('Na outra aba')
  await expect(other.getByRole('status').filter({ hasText: 'Recuperamos o que você estava digitando' })).toBeVisible()
})

// proves 14.8
test('Back and Forward lead where one was, ask before they take what is typed, and open again nothing that was closed', async ({
  browser,
}) => {
  const page = await open(browser, admin, '/protocolos?status=Pendente')
  await resize(page, { width: 1440, height: 500 })
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
  const title = page.getByRole('heading', { name: /^Protocolo #/ })
  await expect(title).toBeVisible()
  const detail = page.url()
  const openHistory = async () => {
    await page.getByRole('tab', { name: /Histórico/ }).click()
    await expect(page).toHaveURL(/tab=historico$/)
  }
  await openHistory()
  await page.goBack()
  await expect(page.getByRole('tab', { name: /Detalhes/ })).toHaveAttribute('aria-selected', 'true')
  await page.goBack()
  await expect(page).toHaveURL(`${organisation.server.url}/protocolos?status=Pendente`)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(scrolled)
  await page.goForward()
  await expect(title).toBeVisible()

  const panel = page.getByRole('dialog', { name: 'Detalhes do Item' })
  const closePanel = () => panel.getByRole('button', { name: 'Fechar' }).click()
  for (const close of [closePanel, () => page.goBack()]) {
    await page.getByRole('button', { name: '2/26', exact: true }).click()
    await expect(page).toHaveURL(/item=\d+$/)
    await close()
    await expect(panel).toBeHidden()
    await expect(page).toHaveURL(detail)
  }

  await openHistory()
  await page.getByRole('tab', { name: /Detalhes/ }).click()
  await itemAction(page, '2/26', 'Prorrogar prazo')
  const reason = page.getByRole('dialog', { name: 'Prorrogar prazo' }).getByLabel('Motivo *')
  await reason.fill('Aguardando parecer')
  const question = page.getByRole('alertdialog', { name: 'Sair sem salvar?' })
  await page.goBack()
  await expectAccessible(page, 'the question before leaving')
  await question.getByRole('button', { name: 'Continuar editando' }).click()
  await expect(reason).toHaveValue('Aguardando parecer')
  // The browser had gone back before it was asked, and returns.
  await expect(page).not.toHaveURL(/tab=historico$/)
  await page.goBack()
  await question.getByRole('button', { name: 'Sair sem salvar' }).click()
  await expect(reason).toBeHidden()
  await expect(page).toHaveURL(/tab=historico$/)

  // A link opens the panel above a page that was not there before.
  await page.goBack()
  await page.getByRole('button', { name: '2/26', exact: true }).click()
  await expect(page).toHaveURL(/item=\d+$/)
  await page.reload()
  await closePanel()
  await expect(page).toHaveURL(detail)
  await expect(panel).toBeHidden()
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

/** The focus may not have reached what has just opened. */
async function expectClosesFromItsButton(button: Locator, part: Locator) {
  await button.click()
  await expect(part).toBeVisible()
  await button.focus()
  await button.press('Escape')
  await expect(part).toBeHidden()
  await expect(button).toBeFocused()
}

// proves 2.5.1, 14.6
test('the main job is done by roles, names and the keyboard alone, and Esc closes what a button has opened', async ({
  browser,
}) => {
  // Within a department one person does it all.
  const page = await open(browser, manager, '/protocolos')
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const dialog = (name: string | RegExp) => page.getByRole('dialog', { name })
  await expectClosesFromItsButton(button(/^Ações do protocolo/).first(), page.getByRole('menu'))
  await expectClosesFromItsButton(button(/^Notificações/), dialog('Notificações'))
  await press(page, 'link', 'Novo Protocolo')
  await expect(page).toHaveURL(/\/protocolos\/novo$/)
  await choose(page, 'Departamento de Destino', 'Jur')
  await write(page, 'Observações', 'Só com o teclado')
  await goTo(page, 'checkbox', 'Este protocolo requer devolução de itens')
  await page.keyboard.press('Space')
  await choose(page, 'Tipo de Item', 'Contr')
  await choose(page, 'Categoria', 'Trab')
  await write(page, 'Motivo da Devolução', 'Assinatura')
  await press(page, 'button', 'Salvar')
  await expect(page).toHaveURL(/\/protocolos\/\d+$/)

  await expectClosesFromItsButton(page.getByTitle('Por que esta data?').first(), dialog(/^Por que /))
  await press(page, 'button', /^Receber$/)
  await statusSays(page, 'Protocolo recebido com sucesso!')
  await actOnItem(page, 'Atribuir usuário')
  await choose(page, 'Usuário', 'Déb')
  await press(page, 'button', 'Atribuir')
  await statusSays(page, `Usuário ${clerk.name} atribuído com sucesso!`)
  await actOnItem(page, 'Marcar como Retornado')
  const returning = page.getByRole('alertdialog').getByRole('button', { name: 'Marcar como Retornado' })
  await expect(returning).toBeFocused()
  await page.keyboard.press('Enter')
  await statusSays(page, 'Item retornado com sucesso!')
  await press(page, 'button', 'Concluir')
  await press(page, 'button', 'Concluir protocolo')
  await statusSays(page, 'Protocolo concluído com sucesso!')

  await press(page, 'link', 'Relatórios')
  const meaning = page.getByText('ainda estão em aberto: Pendente ou Em andamento')
  await expectClosesFromItsButton(button('O que significa: Protocolos Ativos'), meaning)
})

test('Esc closes a calendar, and leaves the dialog below open', { tag: '@long' }, async ({ browser }) => {
  const page = await open(browser, admin, '/settings/calendar')
  await page.getByRole('button', { name: 'Novo Feriado' }).click()
  const calendar = page.getByRole('dialog', { name: 'Calendário' })
  const button = page.getByRole('button', { name: 'Abrir calendário' })
  await expectClosesFromItsButton(button, calendar)
  await button.click()
  await calendar.getByRole('button', { name: 'Próximo mês' }).press('Escape')
  await expect(calendar).toBeHidden()
  await expect(page.getByRole('dialog', { name: 'Novo Feriado' })).toBeVisible()
})

// proves 1.6, 14.5
test('every page has its language and its title, and nothing is lost at 200 %', async ({ browser }) => {
  const remarks =
    'Documentação completíssima do processo administrativo disciplinar com anexos, pareceres e comprovantes'
  const { id } = await organisation.send(sender, { remarks: `${remarks} ${'x'.repeat(100)}` })
  const page = await open(browser, admin, '/', { viewport: { width: 720, height: 450 } })
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR')
  const follow = async (name: string) => {
    await page.getByRole('button', { name: 'Abrir menu' }).click()
    await page.getByRole('dialog').getByRole('link', { name, exact: true }).click()
  }
  const visit = (name: string) => page.getByRole('main').getByRole('link', { name }).first().click()
  const screens: [string, () => Promise<unknown>][] = [
    ['Dashboard', async () => {}],
    ['Protocolos', () => follow('Protocolos')],
    [`Protocolo #${id}`, () => visit(`#${id}`)],
    ['Novo Protocolo', () => page.keyboard.press('n')],
    ['Retorno de Itens', () => follow('Retorno de Itens')],
    ['Relatórios', () => follow('Relatórios')],
    ['Configurações do Sistema', () => follow('Configurações')],
    ['Usuários', () => visit('Usuários')],
    ['Meu Perfil', () => follow('Perfil')],
  ]
  for (const [title, go] of screens) {
    await go()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page).toHaveTitle(new RegExp(`(^| · )${title} · Malote$`))
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
    await page.waitForFunction(isQuietSince, await page.evaluate(() => performance.now()), { polling: 100 })
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
  // Nothing is kept in a cache while calls are answered here.
  const page = await (await browser.newContext({ baseURL: organisation.server.url })).newPage()
  await withoutEvents(page)
  const item = { item_type: 'Contrato', document_number: '1/2026', item_description: null, return_date: '2026-11-27' }
  const dates = { earliest_date: '2026-11-28', quick_dates: [{ label: '+1 semana', date: '2026-12-04' }] }
  await answerWith(page, 'POST', '/api/answers/open', 200, { ...item, ...dates, choices: ['extension'] })
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  const firstVisit = async (address: string) => {
    await page.goto('/healthz') // or the last part of the screen before would be counted, too
    requests.length = 0
    // Not until the network is idle, which it never is once the stream of events is asked for.
    return codeOf(page, () => page.goto(address))
  }
  for (const address of ['/login', `/responder#${'a'.repeat(43)}e`])
    expect(await firstVisit(address), address).toBeLessThanOrEqual(95)

  await page.evaluate((token) => localStorage.setItem('malote:token', token), manager.token)
  expect(await firstVisit('/'), 'Dashboard').toBeLessThanOrEqual(235)
  expect(await firstVisit('/protocolos')).toBeLessThanOrEqual(235)
  expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(25)

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
