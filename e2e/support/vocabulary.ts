import { expect, type Locator, type Page } from '@playwright/test'

// Locators for the specs: they use roles and names, as users and screen readers do.

/** A page, or a part of it. */
type Scope = Page | Locator

const whole = (scope: Scope): Page => ('page' in scope ? scope.page() : scope)

/** Expects exactly this text to be visible, once or more. */
export const said = (scope: Scope, text: string) => expect(scope.getByText(text, { exact: true }).first()).toBeVisible()

/** The title of a page. */
export const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1, exact: true })

/** A select or combobox. */
export const listField = (scope: Scope, name: string) => scope.getByRole('combobox', { name }).first()

/** Opens a list and selects this option. */
export async function pick(scope: Scope, field: string, option: string) {
  await listField(scope, field).click()
  await whole(scope).getByRole('option', { name: option, exact: true }).click()
}

/** Expects this option to be highlighted in the open list. */
export const expectHighlighted = (page: Page, option: string | RegExp) =>
  expect
    .poll(() => page.evaluate(nameOfHighlighted), { message: 'the highlighted option' })
    .toEqual(typeof option === 'string' ? option : expect.stringMatching(option))

function nameOfHighlighted() {
  const id = document.activeElement?.getAttribute('aria-activedescendant')
  return id ? document.getElementById(id)?.textContent : undefined
}

/** The row of a table that contains this text. */
export const rowOf = (scope: Scope, text: string) => scope.getByRole('row').filter({ hasText: text })

/** A section of a page under its own heading. */
export const section = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true, level: 2 }) })

/** One of the items in the form of a protocol, counted from 1. */
export const itemOf = (page: Page, number: number) => page.getByRole('region', { name: `Item ${number}`, exact: true })

export const saveButton = (scope: Scope) => scope.getByRole('button', { name: 'Salvar', exact: true })

/** The open confirmation dialog. */
export const question = (page: Page) => page.getByRole('alertdialog')

export const noDialog = (page: Page) => expect(page.getByRole('dialog')).toBeHidden()

/**
 * The menu that has just been opened, once it has taken the focus: an entry that is pressed before loses the place that
 * its dialog returns the focus to.
 */
export async function openMenu(page: Page): Promise<Locator> {
  const menu = page.getByRole('menu')
  await expect(menu.locator(':focus')).toBeAttached()
  return menu
}

/** Selects an entry of the menu that has just been opened. */
export async function menuAction(page: Page, entry: string) {
  await (await openMenu(page)).getByRole('menuitem', { name: entry, exact: true }).click()
}

/** Opens the menu of a protocol in the list. */
export async function openRowMenu(page: Page, protocolId: number | undefined): Promise<Locator> {
  await page.getByRole('button', { name: `Ações do protocolo ${protocolId}`, exact: true }).click()
  return openMenu(page)
}

/** Selects an action in the menu of a protocol's detail. */
export async function protocolAction(page: Page, action: string) {
  await page.getByRole('button', { name: 'Outras ações do protocolo' }).click()
  await menuAction(page, action)
}

/** Selects an action in the menu of an item of a protocol. */
export async function itemAction(page: Page, document: string, action: string) {
  await page.getByRole('button', { name: `Ações do item ${document}`, exact: true }).click()
  await menuAction(page, action)
}

/** Sets a file in a file field. */
export const chooseFile = (scope: Scope, name: string, content: string | Buffer, mimeType = 'text/plain') =>
  scope.locator('input[type=file]').setInputFiles({ name, mimeType, buffer: Buffer.from(content) })

/** Expects the page to use this theme. */
export const expectTheme = (page: Page, theme: 'light' | 'dark') =>
  expect(page.locator('html')).toHaveCSS('color-scheme', theme)
