import { expect, type Page } from '@playwright/test'

/** An alert in exactly these words; it is then dismissed, so that the next one is a new one. */
export async function expectAlert(page: Page, text: string) {
  const toast = page.getByRole('region', { name: 'Avisos' })
  await expect(toast.getByRole('alert').getByText(text, { exact: true })).toBeVisible()
  await toast.getByRole('button', { name: 'Fechar aviso' }).first().click()
}

/** Something went wrong, in exactly these words, in a toast or in a form. */
export const alertSays = (page: Page, text: string) =>
  expect(page.getByRole('alert').filter({ hasText: text })).toHaveText(text)

/** Something went well, in exactly these words. */
export const statusSays = (page: Page, text: string) =>
  expect(page.getByRole('status').filter({ hasText: text })).toHaveText(text)
