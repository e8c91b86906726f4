import { expect, type Page } from '@playwright/test'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** While `act` runs, a call fails and the server has nothing to say: the product falls back on its own sentence (SPEC 8). */
export const failing = (page: Page, method: Method, path: string, act: () => Promise<unknown>) =>
  answering(page, method, path, { status: 500, body: '' }, act)

/** While `act` runs, a call is refused with a sentence of the server, which then is the one to show. */
export const refusing = (page: Page, method: Method, path: string, message: string, act: () => Promise<unknown>) =>
  answering(page, method, path, { status: 422, json: { message, code: 'REFUSED' } }, act)

async function answering(
  page: Page,
  method: Method,
  path: string,
  answer: { status: number; body?: string; json?: unknown },
  act: () => Promise<unknown>,
) {
  const address = `**${path}`
  await page.route(address, (route) => (route.request().method() === method ? route.fulfill(answer) : route.fallback()))
  const answered = page.waitForResponse(
    (reply) => reply.request().method() === method && reply.status() === answer.status,
  )
  await act()
  await answered
  await page.unroute(address)
}

/** An alert in exactly these words; it is then dismissed, so that the next one is a new one. */
export async function expectAlert(page: Page, text: string) {
  const toast = page.getByRole('region', { name: 'Avisos' })
  await expect(toast.getByRole('alert').getByText(text, { exact: true })).toBeVisible()
  await toast.getByRole('button', { name: 'Fechar aviso' }).first().click()
}
