import { expect, type Page } from '@playwright/test'

/** Expects an alert with exactly this text and dismisses it, so that the next alert is a new one. */
export async function expectAlert(page: Page, text: string) {
  const toast = page.getByRole('region', { name: 'Avisos' })
  await expect(toast.getByRole('alert').getByText(text, { exact: true })).toBeVisible()
  await toast.getByRole('button', { name: 'Fechar aviso' }).first().click()
}

/** An error with exactly this text, in a toast or in a form. */
export const alertSays = (page: Page, text: string) =>
  expect(page.getByRole('alert').filter({ hasText: text })).toHaveText(text)

/** A success message with exactly this text. */
export const statusSays = (page: Page, text: string) =>
  expect(page.getByRole('status').filter({ hasText: text })).toHaveText(text)
