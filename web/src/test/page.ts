import type { SessionUser } from '@malote/core/profile/session-user.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { expect, vi } from 'vitest'
import { contentId } from '../lib/content.ts'
import { history } from '../lib/history.ts'
import { session } from '../lib/stored-session.ts'
import { frameOf } from './builders.ts'
import { type Api, fakeServer } from './fake-server.ts'

type Name = string | RegExp

/** The server of the page that is open. */
export let server = fakeServer({})
let sessions = 0

/**
 * Opens the app at an address, as a browser does when this user signs in: its entry, router, query client and frame, in
 * a DOM without layout. A call for which `api` has no answer fails the test.
 */
export async function open(path: string, { as, api = {} }: { as: SessionUser; api?: Api }) {
  await close()
  server = fakeServer({ ...frameOf(as), ...api })
  await import('../main.tsx')
  history.replace('/login', { wanted: path }, { ignoreBlocker: true })
  sessions += 1
  session.save(`session-${sessions}`, as)
  await waitFor(() => expect(document.querySelector(`#${contentId} h1`)).not.toBeNull())
  return { ...part(document.body), ...server, address: () => location.pathname + location.search }
}

/** Signs out, which drops what the app has loaded; the next test signs in on the same page, as on a shared computer. */
export async function close() {
  if (!session.get()) return
  session.end(session.get()?.token)
  localStorage.clear()
  sessionStorage.clear()
  // What the app still draws must not meet a document that is gone, and the profile has a field of this name as well.
  await waitFor(() => expect(document.getElementById(contentId)).toBeNull())
  await screen.findByLabelText('E-mail')
}

export { waitFor }

export const keys = userEvent.setup()

const wordsOf = (text: string | null) => (text ?? '').replace(/\s+/g, ' ').trim()
const hasWords = (words: string, wanted: Name) => (typeof wanted === 'string' ? words === wanted : wanted.test(words))

const labelOf = (field: HTMLInputElement) =>
  field.getAttribute('aria-label') ?? wordsOf([...(field.labels ?? [])].map(({ textContent }) => textContent).join(' '))

/** The innermost elements with this text, also when a part of it has an element of its own. */
export function saying(root: Element, text: Name): Element[] {
  const words = wordsOf(root.textContent)
  if (root.tagName === 'STYLE' || (typeof text === 'string' && !words.includes(text))) return []
  const inside = [...root.children].flatMap((child) => saying(child, text))
  return inside.length === 0 && hasWords(words, text) ? [root] : inside
}

/** What a user sees and does in the page or a part of it. Everything is waited for, and found as users find it. */
export function part(root: HTMLElement) {
  const found = within(root)
  const field = (name: Name) =>
    waitFor(() => {
      const fields = [...root.querySelectorAll<HTMLInputElement>('input, textarea')]
      const [first] = fields.filter((one) => hasWords(labelOf(one), name))
      if (first) return first
      throw new Error(`No field is called “${name}”`)
    })
  const button = (name: Name, role = 'button') => found.findByRole<HTMLButtonElement>(role, { name })
  const says = (text: Name, around = '*') =>
    waitFor(() => {
      const [first] = saying(root, text).flatMap((one) => one.closest<HTMLElement>(around) ?? [])
      if (first) return first
      throw new Error(`Nothing says “${text}”`)
    })
  /** A dialog takes the focus a moment after it has opened. */
  const layer = async (role: string, name?: Name) => {
    const opened = await found.findByRole(role, { ...(name && { name }) })
    await waitFor(() => expect(opened.contains(document.activeElement)).toBe(true))
    return part(opened)
  }
  return {
    ...found,
    text: () => root.textContent?.trim(),
    says,
    saysNo: (text: Name) => waitFor(() => expect(saying(root, text)).toEqual([])),
    field,
    /** Waits until a field holds this text: a form may be shown before what fills it is there. */
    holds: (name: Name, text: string) => waitFor(async () => expect((await field(name)).value).toBe(text)),
    button,
    row: async (text: Name) => part(await says(text, 'tr')),
    noRow: (text: Name) => waitFor(() => expect(saying(root, text).filter((one) => one.closest('tr'))).toEqual([])),
    dialog: (name?: Name) => layer('dialog', name),
    question: (name?: Name) => layer('alertdialog', name),
    noDialog: () => waitFor(() => expect(document.querySelector('[aria-modal=true]')).toBeNull()),
    press: async (name: Name, role?: string) => keys.click(await button(name, role)),
    /** Replaces the text of a field; for fields that answer to single keys there is `keys.type`. */
    async fill(name: Name, text: string) {
      const input = await field(name)
      input.focus()
      fireEvent.input(input, { target: { value: text } })
    },
    async pick(list: Name, option: Name) {
      await keys.click(await found.findByRole('combobox', { name: list }))
      await keys.click(await screen.findByRole('option', { name: option }))
    },
  }
}

/** Whether a button or field says that it cannot be used. */
export const isOff = (element: HTMLElement) =>
  element.matches(':disabled') || element.getAttribute('aria-disabled') === 'true'

/** Waits for a toast with exactly this text, and closes it. */
export async function toast(text: string) {
  const toasts = part(await screen.findByRole('region', { name: 'Avisos' }))
  await toasts.says(text)
  for (const close of toasts.queryAllByRole('button', { name: 'Fechar aviso' })) await keys.click(close)
}

/** The tab that a press opens, until the end of the test. */
export function openedTab() {
  const tab = {
    ...{ location: { href: '' }, opener: null, closed: false, close: vi.fn() },
    document: document.implementation.createHTMLDocument(),
  }
  vi.stubGlobal('open', () => tab)
  return tab
}
