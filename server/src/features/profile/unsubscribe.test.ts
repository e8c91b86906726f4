import { expect, it } from 'vitest'
import { unsubscribeUrl } from '../../domain/mail/unsubscribe.ts'
import { testApp } from '../../test/app.ts'
import { buildUser } from '../../test/builders.ts'
import { testConfig } from '../../test/config.ts'

const oneClick = {
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  payload: 'List-Unsubscribe=One-Click',
}
const oneClickInParts = {
  headers: { 'content-type': 'multipart/form-data; boundary=x' },
  payload: '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
}

async function reader() {
  const { app, db, as } = await testApp()
  const user = await buildUser(db)
  const url = await unsubscribeUrl(db, testConfig(), { userId: user.id, type: 'protocol_comment' })
  const click = (path: string, form = oneClick) => app.inject({ method: 'POST', url: path, ...form })
  const switches = async () => {
    const { body } = await as(user).get('/api/auth/me')
    return Object.entries(body).flatMap(([name, value]) =>
      name.startsWith('notify_') && value === false ? [name] : [],
    )
  }
  return { app, user, path: new URL(url).pathname, click, switches }
}

// proves 11.34
it.each([
  ['one line', oneClick],
  ['parts', oneClickInParts],
])(
  'a mail program switches off that kind of mail of its reader, and nothing else, with a form of %s',
  async (_, form) => {
    const { path, click, switches } = await reader()
    expect(await switches()).toEqual([])
    const { statusCode, body } = await click(path, form)
    expect([statusCode, body]).toEqual([204, ''])
    expect(await switches()).toEqual(['notify_protocol_comment'])
  },
)

// proves 11.34
it('an address that was changed, or is only opened, switches nothing off', async () => {
  const { app, user, path, click, switches } = await reader()
  for (const [from, to] of [
    ['protocol_comment', 'item_return'],
    [`/${user.id}.`, `/${user.id + 1}.`],
    [/.$/, '_'],
    [/[^/]+$/, 'x'],
  ] as const) {
    const changed = path.replace(from, to)
    if (changed !== path) expect((await click(changed)).statusCode).toBe(404)
  }
  const opened = await app.inject(path)
  expect([opened.statusCode, opened.headers.location]).toEqual([302, 'https://malote.test/perfil'])
  expect(await switches()).toEqual([])
})
