import { expect } from '@playwright/test'
import { holdBack } from './support/answers.ts'
import { pageOf } from './support/pages.ts'
import { test } from './support/test.ts'
import { ownOrganisation } from './support/test-organisation.ts'

const { organisation } = ownOrganisation({}, { APP_TIMEZONE: 'America/Rio_Branco' })

test('no date is drawn in another time zone than the organisation has', async ({ browser }) => {
  const sender = await organisation.hire('Ana Beatriz Nogueira', 'origin', 'Usuário')
  const { id } = await organisation.send(sender)
  const { created_at: createdAt } = await sender.call('GET', `/api/protocols/${id}`)
  const at = new Intl.DateTimeFormat('pt-BR', { timeStyle: 'short', timeZone: 'America/Rio_Branco' })
  const time = at.format(new Date(createdAt))

  const page = await pageOf(browser, organisation.server, sender, { timezoneId: 'Asia/Tokyo' })
  // Every text on the page so far that looks like a date or time.
  await page.addInitScript(() => {
    const seen = new Set<string>()
    Object.assign(window, { momentsSeen: seen })
    const look = () => {
      for (const found of document.body?.textContent.match(/\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}/g) ?? []) seen.add(found)
    }
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true })
  })
  const moments = () =>
    page.evaluate(() =>
      [...(window as unknown as { momentsSeen: Set<string> }).momentsSeen].map((one) => one.slice(-5)),
    )

  const config = await holdBack(page, 'GET', '/api/config')
  const listed = page.waitForResponse((reply) => new URL(reply.url()).pathname === '/api/protocols')
  await page.goto('/protocolos')
  await listed
  await page.waitForTimeout(1500) // the list's response arrived long ago, and still no date may be shown
  expect(await moments()).toEqual([])
  config()
  await expect(page.getByRole('rowheader')).toHaveCount(1)
  expect(await moments()).toEqual([time])

  // The time zone is cached: a second visit waits for nothing.
  const never = await holdBack(page, 'GET', '/api/config')
  await page.reload()
  await expect(page.getByRole('rowheader')).toHaveCount(1)
  expect(await moments()).toEqual([time])
  never()
})
