import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildDepartment, buildUser } from '../../test/builders.ts'
import { type TestDatabase, testDatabase } from '../../test/database.ts'
import { isLong } from '../../test/fuzz-runs.ts'
import { type SignInThrottle, signInThrottle } from './sign-in-throttle.ts'
import { type Place, ThrottledError } from './throttle.ts'

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

const wrong = new Error('wrong password')

/** Whether an attempt would be checked; after {@link prove} it is what that says. */
async function isChecked(prove: () => Promise<{ answer: true }>, account: string, address: string, own?: Place['own']) {
  try {
    return await throttle.attempt(account, { address, own }, prove)
  } catch (refusal) {
    if (refusal === wrong) return true
    if (!(refusal instanceof ThrottledError)) throw refusal
    return false
  }
}

const fail = (...where: [account: string, address: string, own?: Place['own']]) =>
  isChecked(() => Promise.reject(wrong), ...where)

const signIn = (...where: [account: string, address: string, own?: Place['own']]) =>
  isChecked(async () => ({ answer: true }), ...where)

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

  // proves 10.16, 18.25
  it('gets in with their own browser whatever others do in the same network, and has a count of their own there', async () => {
    const { email } = await buildUser(test.db)
    await signIn(email, '10.0.0.7', 'device:1')
    for (const _ of numbered(6)) await fail(email, '10.0.0.7')
    for (const n of numbered(31)) await fail(`pessoa-${n}@x.test`, '10.0.0.7')
    expect(await signIn(email, '10.0.0.7')).toBe(false)
    expect(await signIn(email, '10.0.0.7', 'device:1')).toBe(true)
    for (const attempt of numbered(6)) expect(await fail(email, '10.0.0.7', 'device:1')).toBe(attempt < 5)
    expect(await signIn(email, '10.0.0.8', 'device:2')).toBe(true)
  })

  // proves 18.25, V6.3.1
  it('is not locked out of their browsers for the day by what is guessed elsewhere', async () => {
    const { email } = await buildUser(test.db)
    for (const n of numbered(101)) expect(await fail(email, `203.0.${n}.1`)).toBe(n < 100)
    expect(await signIn(email, '10.0.0.8', 'device:1')).toBe(true)
    expect(await signIn(email, '10.0.0.8')).toBe(false)
    pass(24 * 60 * minute)
    expect(await signIn(email, '10.0.0.8')).toBe(true)
  })

  // proves 18.25
  it('has a hundred failures a day in a browser', async () => {
    const { email } = await buildUser(test.db)
    let checked = 0
    for (const _ of numbered(30)) {
      pass(16 * minute)
      for (const _ of numbered(5)) if (await fail(email, '10.0.0.7', 'device:1')) checked += 1
    }
    expect(checked).toBe(100)
  })
})

describe('an account', () => {
  const address = '203.0.113.9'

  it('has five passwords judged when many come at once', async () => {
    const { email } = await buildUser(test.db)
    const judged = await Promise.all(numbered(12).map(() => fail(email, address)))
    expect(judged.filter((isJudged) => isJudged)).toHaveLength(5)
  })

  // proves 10.16
  it('is refused no right password because others are tried at the same moment', async () => {
    const accounts = await hire(3)
    const signedIn = (emails: readonly string[]) => Promise.all(emails.map((email) => signIn(email, address)))
    expect(await signedIn(Array(20).fill(accounts[0]))).toEqual(Array(20).fill(true))
    for (const n of numbered(29)) await fail(`pessoa-${n}@longe.test`, address)
    expect(await signedIn(accounts)).toEqual([true, true, true])
  })

  it('has its failures forgotten with its first success, and no success counted', async () => {
    const { email } = await buildUser(test.db)
    for (const _ of numbered(3)) {
      for (const _ of numbered(4)) expect(await fail(email, address)).toBe(true)
      expect(await signIn(email, address)).toBe(true)
    }
  })

  it('opens again when the fifteen minutes are over, and says how much is left', async () => {
    const { email } = await buildUser(test.db)
    for (const _ of numbered(5)) await fail(email, address)
    pass(14.5 * minute)
    await expect(throttle.attempt(email, { address }, () => Promise.reject(wrong))).rejects.toThrow(
      'Muitas tentativas de acesso. Aguarde 1 minuto e tente novamente.',
    )
    pass(minute)
    expect(await signIn(email, address)).toBe(true)
  })
})

it('a right password is answered although the failures before it cannot be forgiven', async () => {
  const unable = Object.assign(test.db.withTables(), {
    deleteFrom: () => {
      throw new Error('the database is gone')
    },
  })
  const right = async () => ({ answer: 'in' })
  expect(await signInThrottle(unable).attempt('alguem@x.test', { address: '10.0.0.7' }, right)).toBe('in')
})

describe('a building behind one address', () => {
  const address = '189.10.20.30'
  const people = isLong ? 500 : 60

  // proves 18.24
  it(`signs in on a Monday: ${people} people in five minutes, half of them with one to three typing errors`, async () => {
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
  it('signs in although everybody there mistypes twice at once, in the browsers that they use', async () => {
    const accounts = await hire(40)
    for (const _ of numbered(2)) {
      for (const [n, email] of accounts.entries()) expect(await fail(email, address, `device:${n}`)).toBe(true)
    }
    for (const [n, email] of accounts.entries()) expect(await signIn(email, address, `device:${n}`)).toBe(true)
  })
})

describe('who guesses', () => {
  const rounds = isLong ? 250 : 10

  // proves 18.25, V2.3.2, V6.3.1
  it(`has a hundred of ${40 * rounds} guesses at one account judged, from hundreds of addresses in a day`, async () => {
    const { email } = await buildUser(test.db)
    await signIn(email, '10.0.0.7')
    let checked = 0
    // Forty at once, each from another address.
    for (const round of numbered(rounds)) {
      pass((24 * 60 * minute) / (rounds + 1))
      const guesses = numbered(40).map((n) => fail(email, `203.0.${round % 25}.${n}`))
      checked += (await Promise.all(guesses)).filter((isChecked) => isChecked).length
      if (round % 10 === 0) expect(await signIn(email, '10.0.0.7', 'device:1')).toBe(true)
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
    const answers = []
    for (const [index, account] of [email, 'ninguem@malote.test'].entries()) {
      for (const n of numbered(100)) expect(await fail(account, `203.0.${n}.${index}`)).toBe(true)
      answers.push(
        await throttle
          .attempt(account, { address: '10.0.0.7' }, () => Promise.reject(wrong))
          .catch((refusal) => refusal.message),
      )
    }
    expect(new Set(answers)).toEqual(new Set(['Muitas tentativas de acesso. Aguarde 24 horas e tente novamente.']))
  })

  // proves 10.16, 18.25
  it('has thirty passwords judged, over all accounts, in a network of many owners', async () => {
    const accounts = await hire(45)
    for (const email of accounts) await signIn(email, '10.0.0.7')
    pass(20 * minute)
    let checked = 0
    for (const _ of numbered(4)) for (const email of accounts) if (await fail(email, '10.0.0.7')) checked += 1
    expect(checked).toBe(30)
  })

  // proves 10.16
  it('has 120 passwords judged from all addresses of a network', async () => {
    let checked = 0
    for (const n of numbered(200)) if (await fail(`pessoa-${n}@x.test`, `203.0.113.${n}`)) checked += 1
    expect(checked).toBe(120)
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
      for (const _ of numbered(4)) expect(await fail(email, '203.0.113.9')).toBe(true)
      await Promise.all(numbered(5).map(() => signIn(email, '203.0.113.9')))
    }
    let checked = 0
    for (const n of numbered(40)) if (await fail(`pessoa-${n}@x.test`, '203.0.113.9')) checked += 1
    expect(checked).toBe(30)
  })

  it('has no attempts left over from a sign-in at the end of a window', async () => {
    const { email } = await buildUser(test.db)
    await fail('ninguem@x.test', '203.0.113.9')
    pass(15 * minute - 1)
    for (const _ of numbered(4)) await fail(email, '203.0.113.9')
    const atTheEnd = async () => {
      pass(1)
      return { answer: true } as const
    }
    expect(await isChecked(atTheEnd, email, '203.0.113.9')).toBe(true)
    let checked = 0
    for (const n of numbered(40)) if (await fail(`pessoa-${n}@x.test`, '203.0.113.9')) checked += 1
    expect(checked).toBe(30)
  })

  it('cannot tell known accounts by those that share a count with one that is used up', async () => {
    const begins = (email: string) => createHash('sha256').update(email).digest('hex').slice(0, 4)
    // Found by trying half a million.
    const alike = [31_070, 37_142, 84_920].map((n) => `pessoa-${n}@x.test`)
    expect(new Set([...alike, 'ninguem@x.test'].map(begins)).size).toBe(1)
    for (const n of numbered(100)) expect(await fail('ninguem@x.test', `203.0.${n}.1`)).toBe(true)
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
