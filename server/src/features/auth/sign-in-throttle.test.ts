import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildDepartment, buildUser } from '../../test/builders.ts'
import { type TestDatabase, testDatabase } from '../../test/database.ts'
import { isLong } from '../../test/long.ts'
import { type SignInThrottle, signInThrottle } from './sign-in-throttle.ts'
import { ThrottledError } from './throttle.ts'

const minute = 60_000

let test: TestDatabase
let throttle: SignInThrottle

// The throttle alone, without hashing or an app: thousands of attempts take seconds.
beforeAll(async () => {
  test = await testDatabase()
  throttle = signInThrottle(test.db)
})
afterAll(() => test.drop())

beforeEach(async () => {
  await test.db.deleteFrom('loginThrottle').execute()
  await test.db.deleteFrom('knownNetworks').execute()
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T11:00:00Z') })
})

afterEach(() => {
  vi.useRealTimers()
})

/** Whether an attempt with a wrong password would be checked. */
async function fail(account: string, address: string): Promise<boolean> {
  try {
    await throttle.reserve(account, address)
    return true
  } catch (refusal) {
    if (!(refusal instanceof ThrottledError)) throw refusal
    return false
  }
}

async function signIn(account: string, address: string): Promise<boolean> {
  const isChecked = await fail(account, address)
  if (isChecked) await throttle.succeed(account, address)
  return isChecked
}

/** The addresses of this many new accounts. */
async function hire(count: number): Promise<string[]> {
  const { id: departmentId } = await buildDepartment(test.db)
  const accounts = numbered(count).map((n) => `pessoa-${n}@predio-${departmentId}.test`)
  const people = accounts.map((email) => ({ name: email, email, departmentId }))
  await test.db.insertInto('users').values(people).execute()
  return accounts
}

const pass = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds)
const numbered = (count: number) => Array.from({ length: count }, (_, index) => index)

describe('the owner of an account', () => {
  // proves 10.16
  it('gets in although others guess elsewhere', async () => {
    const { email } = await buildUser(test.db)
    for (const attempt of numbered(6)) expect(await fail(email, '203.0.113.9')).toBe(attempt < 5)
    expect(await signIn(email, '10.0.0.7')).toBe(true)
  })

  // proves 10.16
  it('gets in from a known network although others there fail', async () => {
    const { email } = await buildUser(test.db)
    const stranger = await buildUser(test.db)
    await signIn(email, '10.0.0.7')
    for (const attempt of numbered(31)) expect(await fail(`pessoa-${attempt}@x.test`, '10.0.0.7')).toBe(attempt < 30)
    expect(await fail(stranger.email, '10.0.0.7')).toBe(false)
    expect(await signIn(email, '10.0.0.7')).toBe(true)
    // Failures of this account count there, too.
    for (const attempt of numbered(6)) expect(await fail(email, '10.0.0.7')).toBe(attempt < 5)
  })

  // proves 18.25, V6.3.1
  it('is not locked out for the day by what is guessed from unknown networks', async () => {
    const { email } = await buildUser(test.db)
    await signIn(email, '10.0.0.7')
    for (const attempt of numbered(101)) expect(await fail(email, `203.0.113.${attempt}`)).toBe(attempt < 100)
    expect(await signIn(email, '10.0.0.8')).toBe(true)
    expect(await signIn(email, '198.51.100.1')).toBe(false)
    pass(24 * 60 * minute)
    expect(await signIn(email, '198.51.100.1')).toBe(true)
  })
})

describe('a building behind one address', () => {
  const address = '189.10.20.30'
  const people = isLong ? 500 : 60

  // proves 18.24
  it(`signs in on a Monday: ${people} people in five minutes, half of them with one to three typing errors`, {
    timeout: 180_000,
  }, async () => {
    const accounts = await hire(people)
    // Everybody begins somewhere in the five minutes; each attempt takes ten seconds.
    const attempts = accounts.flatMap((email, index) => {
      const errors = index % 2 === 0 ? 1 + (index % 6) / 2 : 0
      const begin = (index * 5 * minute) / people
      return numbered(errors + 1).map((n) => ({ email, at: begin + n * 10_000, isRight: n === errors }))
    })
    attempts.sort((a, b) => a.at - b.at)
    const start = Date.now()
    let refused = 0
    for (const { email, at, isRight } of attempts) {
      vi.setSystemTime(start + at)
      if (!(await (isRight ? signIn(email, address) : fail(email, address)))) refused += 1
    }
    expect(attempts.length).toBeGreaterThan(people * 1.5)
    expect(refused).toBe(0)
  })

  // proves 18.24
  it('signs in although everybody there mistypes twice at once, where they have been before', {
    timeout: 180_000,
  }, async () => {
    const accounts = await hire(40)
    for (const email of accounts) await signIn(email, address)
    pass(3 * 24 * 60 * minute)
    for (const _ of numbered(2)) for (const email of accounts) expect(await fail(email, address)).toBe(true)
    for (const email of accounts) expect(await signIn(email, address)).toBe(true)
  })
})

describe('who guesses', () => {
  const rounds = isLong ? 250 : 25

  // proves 18.25, V2.3.2, V6.3.1
  it(`has a hundred of ${40 * rounds} guesses at one account judged, from 1,000 addresses in a day`, {
    timeout: 180_000,
  }, async () => {
    const { email } = await buildUser(test.db)
    await signIn(email, '10.0.0.7')
    let checked = 0
    // Forty at once, each from another address.
    for (const round of numbered(rounds)) {
      pass((24 * 60 * minute) / (rounds + 1))
      const guesses = numbered(40).map((n) => fail(email, `203.0.${round % 25}.${n}`))
      checked += (await Promise.all(guesses)).filter((isChecked) => isChecked).length
      if (round % 10 === 0) expect(await signIn(email, '10.0.0.7')).toBe(true)
    }
    expect(checked).toBe(100)
  })

  // proves 18.25
  it.each(['known', 'unknown'])('has no more from the whole network of an owner: %s account', async (kind) => {
    const email = kind === 'known' ? (await buildUser(test.db)).email : 'ninguem@malote.test'
    if (kind === 'known') await signIn(email, '10.0.0.7')
    let checked = 0
    for (const n of numbered(120)) if (await fail(email, `10.0.0.${n}`)) checked += 1
    expect(checked).toBe(100)
  })

  // proves 18.25
  it('hears the same of real and invented accounts, also in the owner’s network after a day of guesses elsewhere', async () => {
    const { email } = await buildUser(test.db)
    await signIn(email, '10.0.0.7')
    const answers = new Set<string | undefined>()
    for (const account of [email, 'ninguem@malote.test']) {
      for (const n of numbered(100)) expect(await fail(account, `203.0.113.${n}`)).toBe(true)
      answers.add((await throttle.attempt(account, '10.0.0.7')).refusal?.message)
    }
    expect([...answers]).toEqual(['Muitas tentativas de acesso. Aguarde 24 horas e tente novamente.'])
    expect(await signIn(email, '10.0.0.7')).toBe(true)
  })

  // proves 18.25
  it('has five passwords of each account judged in a network of many owners, and learns of none but a right one', async () => {
    const accounts = await hire(45)
    for (const email of accounts) await signIn(email, '10.0.0.7')
    pass(20 * minute)
    const attempts = []
    for (const _ of numbered(7)) {
      for (const email of accounts) attempts.push(await throttle.attempt(email, '10.0.0.7'))
    }
    expect(attempts.filter(({ refusal }) => refusal === undefined)).toHaveLength(30)
    expect(attempts.filter(({ isClosed }) => !isClosed)).toHaveLength(45 * 5)
    expect(attempts.slice(-45).every(({ isClosed }) => isClosed)).toBe(true)
  })

  it('has one refused password checked at a time and eight waiting, of real and invented accounts, and the owner gets in', async () => {
    const { email } = await buildUser(test.db)
    await signIn(email, '10.0.0.7')
    for (const n of numbered(30)) await fail(`pessoa-${n}@x.test`, '10.0.0.8')
    for (const n of numbered(30)) await fail(`pessoa-${n}@y.test`, '10.0.0.9')
    const refusedAttempt = async (account: string, address: string) => {
      const attempt = await throttle.attempt(account, address)
      expect(attempt.refusal).toBeInstanceOf(ThrottledError)
      return attempt
    }
    const attempts = [await refusedAttempt(email, '10.0.0.9')]
    for (const n of numbered(9)) attempts.push(await refusedAttempt(`ninguem-${n}@x.test`, '10.0.0.8'))
    const gate = Promise.withResolvers<void>()
    let running = 0
    let mostAtOnce = 0
    const checks = attempts.map(({ check }) =>
      check(async () => {
        running += 1
        mostAtOnce = Math.max(mostAtOnce, running)
        await gate.promise
        running -= 1
      }),
    )
    // Six are more failures than the owner has, but these are not counted.
    for (const account of [...numbered(6).map(() => email), 'ninguem@x.test']) {
      const { check, refusal } = await refusedAttempt(account, '10.0.0.8')
      await expect(check(async () => 'checked')).rejects.toBe(refusal)
    }
    gate.resolve()
    await Promise.all(checks)
    expect(mostAtOnce).toBe(1)
    const { check, isClosed } = await refusedAttempt(email, '10.0.0.8')
    expect(isClosed).toBe(false)
    expect(await check(async () => 'checked')).toBe('checked')
  })

  it('has no more attempts by the right password of an account with a second step, however often it is taken back', async () => {
    const { email } = await buildUser(test.db)
    await signIn(email, '10.0.0.7')
    for (const n of numbered(30)) expect(await fail(`pessoa-${n}@x.test`, '10.0.0.7')).toBe(true)
    for (const _ of numbered(10)) await (await throttle.attempt(email, '10.0.0.7')).release()
    expect(await fail('ninguem@x.test', '10.0.0.7')).toBe(false)
  })

  // proves 10.16, 18.24
  it('has as many attempts at many accounts as an address, however wide the network of IPv6', async () => {
    const checkedFrom = async (count: number, addressOf: (n: number) => string) => {
      let checked = 0
      for (const n of numbered(count)) if (await fail(`pessoa-${n}@x.test`, addressOf(n))) checked += 1
      return checked
    }
    const hex = (n: number) => n.toString(16)
    expect(await checkedFrom(40, (n) => `2001:db8:1:1::${hex(n)}`)).toBe(30)
    expect(await checkedFrom(70, (n) => `2001:db8:2:${hex(n)}::1`)).toBe(60)
    expect(await checkedFrom(130, (n) => `2001:db8:3:${hex(n * 256)}::1`)).toBe(120)
  })

  // proves 18.24
  it('cannot help themselves with an account of their own', async () => {
    const { email } = await buildUser(test.db)
    let checked = 0
    for (const n of numbered(100)) {
      if (await fail(`pessoa-${n}@x.test`, '203.0.113.9')) checked += 1
      if (n % 4 === 3) await signIn(email, '203.0.113.9')
    }
    expect(checked).toBe(30)
  })

  it('cannot help themselves with sign-ins at the same moment either', async () => {
    const { email } = await buildUser(test.db)
    for (const _ of numbered(3)) {
      for (const _ of numbered(5)) expect(await fail(email, '203.0.113.9')).toBe(true)
      await Promise.all(numbered(5).map(() => throttle.succeed(email, '203.0.113.9')))
    }
    let checked = 0
    for (const n of numbered(40)) if (await fail(`pessoa-${n}@x.test`, '203.0.113.9')) checked += 1
    expect(checked).toBe(30)
  })

  it('has no attempts left over from a sign-in at the end of a window', async () => {
    const { email } = await buildUser(test.db)
    await fail('ninguem@x.test', '203.0.113.9')
    pass(15 * minute - 1)
    for (const _ of numbered(5)) await fail(email, '203.0.113.9')
    pass(1)
    await throttle.succeed(email, '203.0.113.9')
    let checked = 0
    for (const n of numbered(40)) if (await fail(`pessoa-${n}@x.test`, '203.0.113.9')) checked += 1
    expect(checked).toBe(30)
  })

  it('cannot tell known accounts by those that share a count with one that is used up', async () => {
    const begins = (email: string) => createHash('sha256').update(email).digest('hex').slice(0, 4)
    // Found by trying half a million.
    const alike = [31_070, 37_142, 84_920].map((n) => `pessoa-${n}@x.test`)
    expect(new Set([...alike, 'ninguem@x.test'].map(begins)).size).toBe(1)
    for (const n of numbered(100)) expect(await fail('ninguem@x.test', `203.0.113.${n}`)).toBe(true)
    expect(await fail('ninguem@x.test', '198.51.100.1')).toBe(false)
    const checked = []
    for (const email of alike) checked.push(await fail(email, '198.51.100.1'))
    // One of them may share it by chance.
    expect(checked).toContain(true)
  })

  // proves 18.25
  it('makes the table no larger once refused, and stores nothing that was typed', async () => {
    const rows = async () => (await test.db.selectFrom('loginThrottle').select('key').execute()).map(({ key }) => key)
    for (const n of numbered(30)) await fail(`senha-${n}`, '203.0.113.9')
    const before = await rows()
    for (const n of numbered(50)) expect(await fail(`outra-${n}`, '203.0.113.9')).toBe(false)
    expect(await rows()).toEqual(before)
    expect(before.join()).not.toContain('senha-')
  })
})
