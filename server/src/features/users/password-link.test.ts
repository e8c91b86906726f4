import { expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { buildAdmin, buildUser } from '../../test/builders.ts'
import { testConfig } from '../../test/config.ts'
import { composeInvitation, composePasswordLink, composePasswordReset } from './compose-account-mail.ts'

const hour = 3_600_000
const withMail = { SMTP_URL: 'smtp://mail.malote.test' }

const linkIn = (mail: { text: string } | undefined) => /https:\S+#token=[\w-]{43}/.exec(mail?.text ?? '')?.[0] ?? ''

async function organisation(config = {}) {
  const test = await testApp({ config, now: '2026-11-23T12:00:00Z' })
  const admin = test.app.as(await buildAdmin(test.db, { name: 'Helena Prado' }))
  const invite = async ({ id }: { id: number }) => (await admin.post(`/api/users/${id}/invite`)).body.invitation
  const works = async (link: string | null) => {
    const token = link?.split('#token=')[1]
    const reply = await test.anonymous.post('/api/auth/password', { token, newPassword: 'girassol 64' })
    return reply.status === 204
  }
  const mailed = { ...testConfig(config), SMTP_URL: withMail.SMTP_URL }
  return { ...test, admin, invite, works, mailed }
}

// proves 18.28
it('to an account that has a password goes to its owner alone, where there is e-mail', async () => {
  const { db, clock, invite, works, mailed } = await organisation(withMail)
  const user = await buildUser(db)
  expect(await invite(user)).toEqual({ url: null, expires_at: '2026-11-23T14:00:00.000Z' })

  const order = { userId: user.id, by: 'Helena Prado' }
  const mail = await composePasswordLink(db, mailed, order, clock.now())
  expect(mail?.to).toBe(user.email)
  expect(mail?.text).toContain('Helena Prado, que administra o Malote, pediu um novo link')
  expect(mail?.text).toContain('O link vale por 2 horas')
  expect(linkIn(mail)).toContain('https://malote.test/redefinir-senha#token=')
  expect(await works(linkIn(mail))).toBe(true)
})

// proves 18.28
it('is shown where there is no e-mail, for two hours if the account has a password', async () => {
  const { db, clock, invite, works } = await organisation()
  const [user, slow, invited] = [await buildUser(db), await buildUser(db), await buildUser(db, { password: null })]
  const { url, expires_at } = await invite(user)
  expect(url).toContain('https://malote.test/primeiro-acesso#token=')
  expect(expires_at).toBe('2026-11-23T14:00:00.000Z')
  expect((await invite(invited)).expires_at).toBe('2026-11-26T12:00:00.000Z')
  expect(await works(url)).toBe(true)
  const late = await invite(slow)
  clock.advance(2 * hour)
  expect(await works(late.url)).toBe(false)
})

// proves 18.86
it('is told to the owner in the app, where there is no e-mail', async () => {
  const { db, as, invite } = await organisation()
  const [user, invited] = [await buildUser(db), await buildUser(db, { password: null })]
  await invite(user)
  await invite(invited)
  const noticesOf = async (person: { id: number }) => (await as(person).get(`/notifications/${person.id}`)).body
  expect((await noticesOf(user)).notifications).toMatchObject([
    {
      type: 'account',
      title: 'Link para nova senha criado',
      message: expect.stringContaining('Helena Prado criou um link'),
    },
  ])
  expect((await noticesOf(invited)).notifications).toEqual([])
})

// proves 18.86
it('that nobody can use is not told', async () => {
  const { db, as, invite } = await organisation({ PASSWORD_LOGIN: 'admins' })
  const user = await buildUser(db)
  await invite(user)
  expect((await as(user).get(`/notifications/${user.id}`)).body.notifications).toEqual([])
})

// proves 18.28, V6.4.3
it('is the only one that works', async () => {
  const { db, clock, invite, works, mailed } = await organisation()
  const user = await buildUser(db)
  const forgotten = async () => linkIn(await composePasswordReset(db, mailed, user.email, clock.now()))
  const [shown, first, second] = [(await invite(user)).url, await forgotten(), await forgotten()]
  expect(await works(shown)).toBe(false)
  expect(await works(first)).toBe(false)
  expect(await works(second)).toBe(true)
})

// proves 18.28
it('of an invitation is open twice, on the screen and in its mail, and once either was used in neither', async () => {
  const { db, clock, invite, works, mailed } = await organisation()
  const user = await buildUser(db, { password: null })
  const mailTo = async () => linkIn(await composeInvitation(db, mailed, user.id, clock.now()))
  const shown = (await invite(user)).url
  const [first, second] = [await mailTo(), await mailTo()]
  expect(await works(first)).toBe(false)
  expect(await works(shown)).toBe(true)
  expect(await works(second)).toBe(false)
})

it('for a forgotten password is an invitation while there is none', async () => {
  const { db, clock, mailed } = await organisation()
  const user = await buildUser(db, { password: null })
  const mail = await composePasswordReset(db, mailed, user.email, clock.now())
  expect(linkIn(mail)).toContain('/primeiro-acesso#token=')
  expect(mail?.text).toContain('72 horas')
})
