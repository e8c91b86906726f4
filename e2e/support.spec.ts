import { expect } from '@playwright/test'
import { expectAccessibleAsItIs } from './support/axe.ts'
import { expectErrors } from './support/console.ts'
import { test } from './support/test.ts'

// Tests `test` itself: each of these tests must fail, or must not.

const complaints = {
  'an error in the console': "console.error('Warning: Each child in a list should have a unique key')",
  'an uncaught error': "setTimeout(() => { throw new Error('not caught') })",
  'an unhandled rejection': "void Promise.reject(new Error('not handled'))",
}

for (const [what, script] of Object.entries(complaints)) {
  test(`${what} fails the test in which it happens`, async ({ browser }) => {
    test.fail()
    const page = await (await browser.newContext()).newPage()
    await page.evaluate(script)
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
  })
}

test('so it does in a window that the page opens', async ({ browser }) => {
  test.fail()
  const page = await (await browser.newContext()).newPage()
  const opened = page.waitForEvent('popup')
  await page.evaluate(() => {
    window.open('about:blank')
  })
  await (await opened).evaluate("console.error('in the other window')")
})

test('an announced error fails nothing', async ({ browser }) => {
  const page = await (await browser.newContext()).newPage()
  expectErrors(page, /^as announced/)
  await page.evaluate("console.error('as announced')")
})

test('an announced error that does not come fails the test', async ({ browser }) => {
  test.fail()
  expectErrors(await (await browser.newContext()).newPage(), /never/)
})

test('what is announced for one person does not excuse another', async ({ browser }) => {
  test.fail()
  const page = await (await browser.newContext()).newPage()
  const other = await (await browser.newContext()).newPage()
  expectErrors(page, /^lost /)
  await page.evaluate("console.error('lost')")
  await other.evaluate("console.error('lost')")
})

test('contrast and sizes are checked in what no page showed before, and only there', async ({ page }) => {
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
  const small = '<button style="width:9px;height:9px;padding:0;border:0" aria-label="Fechar"></button>'
  await expect(findsNothing(small + small)).rejects.toThrow('target-size')
})
