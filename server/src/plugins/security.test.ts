import { expect, it } from 'vitest'
import { testApp } from '../test/app.ts'

it('gives the first answer, every later one and refusals the same protecting headers', async () => {
  const { app } = await testApp()
  const answers = [await app.inject('/healthz'), await app.inject('/healthz'), await app.inject('/api/protocols')]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 401])
  const protecting = answers.map(({ headers }) =>
    Object.entries(headers).filter(([name]) => /^(content-security|cross-origin|origin|referrer|x-)/.test(name)),
  )
  expect(Object.fromEntries(protecting[0] ?? [])).toMatchObject({
    'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
  })
  expect(protecting[1]).toEqual(protecting[0])
  expect(protecting[2]).toEqual(protecting[0])
})

it('loads nothing from elsewhere, fonts included', async () => {
  const { app } = await testApp()
  const { headers } = await app.inject('/healthz')
  expect(headers['content-security-policy']).not.toMatch(/https?:/)
})

it.each([
  ['https://malote.test', 'max-age=31536000'],
  ['http://malote.test', undefined],
])('reached at %s, asks browsers to stay with TLS: %s', async (APP_URL, expected) => {
  const { app } = await testApp({ config: { APP_URL } })
  const { headers } = await app.inject('/healthz')
  expect(headers['strict-transport-security']).toBe(expected)
})
