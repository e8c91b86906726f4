import { expect } from '@playwright/test'
import { expectAccessibleAsItIs } from './support/axe.ts'
import { test } from './support/test.ts'

test('contrast is checked in what no page showed before, and only there', async ({ page }) => {
  const findsNothing = async (body: string) => {
    await page.setContent(
      `<!doctype html><html lang="pt-BR"><head><title>Contraste</title></head><body><main><h1>Contraste</h1>${body}</main></body></html>`,
    )
    await expectAccessibleAsItIs(page, 'the page')
  }
  const finds = (body: string) => expect(findsNothing(body)).rejects.toThrow('color-contrast')
  const pale = 'style="color:#ccc"'
  const dialog = (content: string) => `<div role="dialog" aria-label="Caixa" aria-modal="true">${content}</div>`

  await findsNothing('<p>Legível</p><p>Legível</p>')
  await finds(`<p>Legível</p><p>Legível <b ${pale}>pálido</b></p>`)
  // A failure does not count as a check.
  await finds(`<p>Legível</p><p>Legível <b ${pale}>pálido</b></p>`)
  await findsNothing(`<p ${pale}></p><p style="color:#ccc;display:none">pálido</p>`)
  await finds(`<p ${pale}>pálido</p>`)
  // Neither is what lies behind an open dialog checked, nor what is in a dialog taken for what is outside.
  await findsNothing(`${dialog('<p>Legível</p>')}<p class="behind" ${pale}>pálido</p>`)
  await finds(`<div role="dialog" aria-label="Caixa">Legível</div><p class="behind" ${pale}>pálido</p>`)
  await finds(dialog(`<p>Legível</p><p ${pale}>pálido</p>`))
})
