import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, expect, type Page } from '@playwright/test'
import { extractText, getDocumentProxy } from 'unpdf'
import { expectAccessible } from './support/axe.ts'
import { chromiumArguments, headlessPath } from './support/chromium.ts'
import { expectErrors, watchConsole } from './support/console.ts'
import { pictureOfLabel, type View, views } from './support/draw-paper.ts'
import { fitsTheWindow, pageOf, phone, resize } from './support/pages.ts'
import { test } from './support/test.ts'
import { type NewProtocol, ownOrganisation } from './support/test-organisation.ts'

const { organisation, sender, clerk } = ownOrganisation({ sender: 'ana', clerk: 'debora' })
let folder: string

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'malote-labels-'))
})

test.afterAll(() => rm(folder, { recursive: true, force: true }))

const codeOf = async ({ id }: { id: number }) => (await sender.call('GET', `/api/protocols/${id}`)).code as string
const send = async (count: number, fields: NewProtocol = {}) => {
  const codes: string[] = []
  for (let n = 0; n < count; n += 1) codes.push(await codeOf(await organisation.send(sender, fields)))
  return codes
}
const last = (page: Page) => page.locator('[data-outcome]')
const says = (page: Page, words: string) => expect(last(page)).toContainText(words)
const counts = (page: Page, words: string, patience = {}) =>
  expect(page.getByRole('heading', { name: words })).toBeVisible(patience)

const paperOf = async (path: string) => {
  const headers = { authorization: `Bearer ${sender.token}` }
  return Buffer.from(await (await fetch(`${organisation.server.url}/api/documents/${path}`, { headers })).arrayBuffer())
}

/** The codes of protocols as their guide has them, in the order of the protocols. */
async function codesOnGuide(protocols: readonly { id: number }[]): Promise<string[]> {
  const guide = await paperOf(`guide?protocol_ids=${protocols.map(({ id }) => id)}`)
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(guide)), { mergePages: true })
  return protocols.map(({ id }) => new RegExp(`(\\S+)\\s+Protocolo #${id}\\b`).exec(text)?.[1] ?? '')
}

/** Types as a scanner does, with Enter at the end, wherever the focus is. */
async function scan(page: Page, code: string, end = 'Enter') {
  await page.keyboard.type(code)
  await page.keyboard.press(end)
}

/** A browser whose camera shows this picture. */
async function withCamera<Result>(picture: string, run: (page: Page) => Promise<Result>): Promise<Result> {
  const browser = await chromium.launch({
    executablePath: await headlessPath(),
    args: [
      ...chromiumArguments,
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${picture}`,
    ],
  })
  try {
    const verdict = watchConsole(browser)
    const result = await run(await pageOf(browser, organisation.server, clerk, { locale: 'pt-BR' }))
    expect(await verdict()).toEqual([])
    return result
  } finally {
    await browser.close()
  }
}

/** @returns milliseconds from the press on the camera to the answer on the screen; null when nothing was read */
async function readByCamera(page: Page, timeout: number): Promise<number | null> {
  const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  expect(loaded.filter((path) => /decode-worker|\.wasm/.test(path))).toEqual([])
  const from = Date.now()
  await page.getByRole('button', { name: 'Usar câmera' }).click()
  const start = page.getByRole('button', { name: 'Ligar câmera' })
  const picture = page.getByRole('region', { name: 'Câmera', exact: true })
  await expect(start.or(picture).first()).toBeVisible()
  if (await start.isVisible()) await start.click()
  const isRead = await expect(last(page))
    .toContainText('Está em', { timeout })
    .then(
      () => true,
      () => false,
    )
  return isRead ? Date.now() - from : null
}

/** The label of a new protocol, as it is printed. */
const printedLabel = async () => paperOf(`labels?protocol_ids=${(await organisation.send(sender)).id}&layout=roll-62`)

// proves 23.8, 23.10, 23.11, 23.14, 23.15, 23.19, 23.22
test('a counter receives everything by scanning, also without a network, and finds a label by camera', async ({
  browser,
}) => {
  const picture = await pictureOfLabel(browser, folder, await printedLabel(), 'at an angle')
  const sent = [await organisation.send(sender), await organisation.send(sender), await organisation.send(sender)]
  const [first = '', second = '', unreadable = ''] = await codesOnGuide(sent)
  const [staying = ''] = await send(1, { requiresReturn: false })
  const away = await send(3)
  await withCamera(picture, async (page) => {
    await page.goto('/conferencia')
    const field = page.getByLabel('Código')
    await expect(field).toBeFocused()

    await scan(page, first)
    await says(page, 'Protocolo recebido com sucesso!')
    await scan(page, `https://malote.exemplo.gov.br/q/${second}?f=1a2b3c4d`, 'Tab')
    await counts(page, '2 leituras · 2 feitas')
    // The label is torn: its code is typed, wrong at first.
    await scan(page, unreadable.slice(0, -1))
    await says(page, 'Código inválido. Confira os caracteres.')
    await page.keyboard.press('End')
    await scan(page, unreadable.slice(-1))
    await counts(page, '3 leituras · 3 feitas')
    await page.getByRole('button', { name: 'Som' }).focus()
    await scan(page, staying)
    await says(page, 'Não requer devolução: a leitura concluiu o protocolo.')
    await expectAccessible(page, 'the scan station')

    // The page opens without a network once it has been opened with one: a page that lacks a part shows nothing.
    await page.waitForFunction(async () => {
      const held = (await (await caches.open('malote-conferencia')).keys()).map(({ url }) => url)
      const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
      return [location.href, ...loaded.filter((url) => url.includes('/assets/'))].every((url) => held.includes(url))
    })
    expectErrors(page, /^\w+ \S+: 0\b/, /^Failed to load resource: net::ERR_/)
    await page.context().setOffline(true)
    for (const code of away) await scan(page, code)
    await counts(page, '7 leituras · 4 feitas · 3 na fila')
    await page.reload()
    await counts(page, '3 leituras · 3 na fila')
    await scan(page, first)
    await expect(page.getByText('as leituras ficam na fila deste navegador')).toBeVisible()
    await page.context().setOffline(false)
    await counts(page, '4 leituras · 3 feitas · 1 já estava', { timeout: 60_000 }) // four calls, one after the other
    await resize(page, phone.viewport)
    await fitsTheWindow(page)
    await page.getByRole('button', { name: 'Som' }).click()
    await expect(field).toBeFocused()
    const held = await page.evaluate(async () =>
      (await (await caches.open('malote-conferencia')).keys()).map(({ url }) => new URL(url).pathname),
    )
    expect(held.filter((path) => path.startsWith('/api'))).toEqual([])

    await page.getByText('Localizar', { exact: true }).click()
    expect(await readByCamera(page, 60_000)).not.toBeNull()
  })
})

// proves 23.19
test('the camera reads labels in bad light, blurred, small and turned @long', async ({ browser }) => {
  test.slow()
  const label = await printedLabel()
  const times: Record<string, number | null> = {}
  for (const view of Object.keys(views) as View[]) {
    const picture = await pictureOfLabel(browser, folder, label, view)
    times[view] = await withCamera(picture, async (page) => {
      await page.goto('/conferencia?mode=locate')
      return readByCamera(page, 25_000)
    })
  }
  console.log(times)
  const unread = Object.keys(times).filter((view) => times[view] === null)
  expect(unread).toEqual([])
})
