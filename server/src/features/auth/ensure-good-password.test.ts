import {
  easyPassword,
  oneWordAsPassword,
  organisationWordAsPassword,
  patternAsPassword,
} from '@malote/core/auth/password-words.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildDepartment } from '../../test/builders.ts'
import { type TestDatabase, testDatabase } from '../../test/database.ts'
import { problemOfPassword } from './ensure-good-password.ts'

let test: TestDatabase

beforeAll(async () => {
  test = await testDatabase()
  await buildDepartment(test.db, { name: 'Diretoria Jurídica' })
})
afterAll(() => test.drop())

const problem = (password: string) =>
  problemOfPassword(test.db, { ORG_NAME: 'Prefeitura' }, { name: 'Ana', email: 'ana@malote.test' }, password)

// With the lists that ship: what people in Brazil choose first.
describe('a new password', () => {
  // proves 18.23, V6.2.4, V6.2.12
  it.each([
    ['123456', easyPassword],
    ['qwerty', easyPassword],
    ['senha123', easyPassword],
    ['iloveyou', easyPassword],
    ['troque-esta-senha', easyPassword],
    ['Mudar@123', oneWordAsPassword],
    ['Senha@123', oneWordAsPassword],
    ['S3nha!', oneWordAsPassword],
    ['trocar123', oneWordAsPassword],
    ['juridico', oneWordAsPassword],
    ['brasil2026', oneWordAsPassword],
    ['corinthians', oneWordAsPassword],
    ['Flamengo@81', oneWordAsPassword],
    ['gabriel10', oneWordAsPassword],
    ['protocolo1', oneWordAsPassword],
    ['janeiro2026', oneWordAsPassword],
    ['malote', organisationWordAsPassword],
    ['malote123', organisationWordAsPassword],
    ['Diretoria#1', organisationWordAsPassword],
    ['121212', patternAsPassword],
    ['qqqqqqqqq1', patternAsPassword],
    ['xyzxyz', patternAsPassword],
    ['1q2w3e4r', easyPassword],
    ['poiuyt!', patternAsPassword],
    ['fedcba', patternAsPassword],
    ['25/12/1990', patternAsPassword],
    ['25121990', patternAsPassword],
    ['1990-12-25', patternAsPassword],
  ])('is not %s', async (password, sentence) => expect(await problem(password)).toBe(sentence))

  // proves V6.2.5
  it.each([
    ...['k7#Qx2', 'xq7zkp', '739144', 'senha-de-teste', 'girassol azul', 'dois cavalos', 'uma senha minha'],
    // Some of their digits spell a word, with all their letters.
    ...['85c0a4d0-3431-481e-9405-119983445353', '02062846-b284-43d6-a033-171a78151519'],
  ])('may be %s', async (password) => expect(await problem(password)).toBeNull())

  it('may be any two hundred characters, or many digits', async () => {
    for (const text of ['aB3$ ', '1234567890']) await problem(text.repeat(40).slice(0, 200))
    expect(await problem('aB3$ xyw'.repeat(25))).toBe(patternAsPassword)
  })
})
