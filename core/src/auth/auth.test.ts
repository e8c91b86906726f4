import { describe, expect, it } from 'vitest'
import { role } from '../users/role.ts'
import { deviceName } from './device.ts'
import { choosePasswordForm, loginBody } from './login.ts'
import { passwordProblem } from './password-rules.ts'
import { roleOf, rolePairs } from './role-pairs.ts'
import { readRecoveryCode, secondStepBody, shownRecoveryCode, totpConfirmBody } from './second-step.ts'
import { canRemoveMethod, canResetSecondStep, needsSecondStep } from './second-step-rules.ts'

describe('device', () => {
  const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

  it.each([
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/142.0.0.0 Safari/537.36`, 'Chrome no Windows'],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/142.0 Safari/537.36 Edg/142.0`, 'Edge no Windows'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox no Linux'],
    [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} HeadlessChrome/142.0.0.0 Safari/537.36`, 'Chrome no Linux'],
    [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/18.1 Safari/605.1.15`, 'Safari no macOS'],
    [`Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) ${webkit} Mobile Safari/604.1`, 'Safari no iPhone'],
    [
      `Mozilla/5.0 (Linux; Android 15; SM-S921B) ${webkit} SamsungBrowser/27.0 Safari/537.36`,
      'Samsung Internet no Android',
    ],
    ['curl/8.5.0', 'Dispositivo desconhecido'],
    ['Mozilla/5.0 (Windows NT 10.0)', 'Navegador no Windows'],
    [null, 'Dispositivo desconhecido'],
  ])('%s is %s', (userAgent, words) => expect(deviceName(userAgent)).toBe(words))
})

describe('login', () => {
  const firstSentences = (sent: unknown) => {
    const sentences: Record<string, string> = {}
    for (const { path, message } of loginBody.safeParse(sent).error?.issues ?? []) sentences[path.join('.')] ??= message
    return sentences
  }

  // proves 5.1.1
  describe('the login form', () => {
    it.each([
      [{ email: ' Ana@Malote.test ', password: ' com espaços ' }, {}],
      [{}, { email: 'Email é obrigatório', password: 'Senha é obrigatória' }],
      [
        { email: '', password: '' },
        { email: 'Email é obrigatório', password: 'Senha é obrigatória' },
      ],
      [{ email: 'ana', password: 'x' }, { email: 'Email inválido' }],
      [{ email: 'ana@sem-ponto', password: 'x' }, { email: 'Email inválido' }],
      [
        { email: 7, password: null },
        { email: 'Email é obrigatório', password: 'Senha é obrigatória' },
      ],
    ])('%j', (sent, sentences) => {
      expect(firstSentences(sent)).toEqual(sentences)
    })

    // proves V6.2.8
    it('trims the address and never the password', () => {
      expect(loginBody.parse({ email: ' ana@malote.test ', password: ' x ', remember: 1 })).toEqual({
        email: 'ana@malote.test',
        password: ' x ',
        remember: true,
      })
    })
  })

  describe('choosing a password', () => {
    it('asks for the same text twice', () => {
      const result = choosePasswordForm.safeParse({ newPassword: 'abcdef', confirmPassword: 'abcdeg' })
      expect(result.error?.issues).toMatchObject([{ path: ['confirmPassword'], message: 'As senhas não coincidem' }])
    })
  })
})

describe('password rules', () => {
  const maria = {
    name: 'Maria da Conceição Silva',
    email: 'm.silva7@malote.test',
    organisation: 'Prefeitura de São José',
    departments: ['Recursos Humanos', 'Almoxarifado'],
  }
  const guesses = {
    passwords: new Set(['corinthians', 'abc123']),
    words: ['cavalo', 'gato', 'girassol', 'minhasenha', 'mudar', 'senha'],
    isPattern: (text: string) => text === 'zyxwvu',
  }
  const problem = (password: string) => passwordProblem(password, maria, guesses)

  describe('a new password', () => {
    // proves 18.23, V6.2.11
    it.each([
      'mariasilva',
      'Maria.Silva-2026',
      'M4r1a!!',
      'conceicao1',
      'CONCEIÇÃO!',
      'silvadasilva',
      'm.silva7@malote.test',
      'prefeitura',
      'Prefeitura2026',
      'saojose123',
      'silva prefeitura',
    ])('is not made of what everybody knows of the account: %s', (password) => {
      expect(problem(password)).toBe(
        'A senha não pode ser formada só pelo seu nome, pelo seu e-mail ou pelo nome da organização',
      )
    })

    // proves 18.23, V6.1.2
    it.each(['malote', 'M@l0te-123', 'Almoxarifado.1', 'recursos#26'])(
      'is not one word of the house: %s',
      (password) => {
        expect(problem(password)).toBe(
          'A senha não pode ser só uma palavra da organização ou do Malote. Junte outra palavra.',
        )
      },
    )

    // proves 18.23
    it.each(['Mudar@123', 'S3nha!', '$3nh@2026', 's.e.n.h.a', '12cavalo34', 'gato2026', 'G1R4SS0L', 'sénhâ1'])(
      'is not one word with digits and signs: %s',
      (password) => {
        expect(problem(password)).toBe(
          'Uma palavra só, mesmo com números e sinais, é fácil de adivinhar. Junte outra palavra.',
        )
      },
    )

    // proves V6.2.5
    it.each([
      'malote protocolo',
      'senha-da-maria',
      'gato cavalo',
      'g7a2to',
      'mariazinha',
      '7391-4402',
      'prefeita',
      'k7#Qx2',
      'correto cavalo bateria',
    ])('may be %s', (password) => {
      expect(problem(password)).toBeNull()
      expect(passwordProblem(password, { ...maria, organisation: 'Malote' }, guesses)).toBeNull()
    })

    // proves V6.2.4
    it.each(['corinthians', 'Corinthians', 'ABC123', 'minha senha'])(
      'is none that many people have: %s',
      (password) => {
        expect(problem(password)).toBe('Esta senha é muito comum e fácil de adivinhar. Escolha outra.')
      },
    )

    // proves 18.23
    it('is no pattern', () => {
      expect(problem('zyxwvu')).toBe(
        'Repetições, sequências do teclado e datas são fáceis de adivinhar. Escolha outra senha.',
      )
    })

    it.each([`${'a'.repeat(199)}b`, `il${'1'.repeat(198)}`])('costs little, whatever it repeats: %s', (password) => {
      const name = 'aa aaa aaaa aaaaa aaaaaa ilililo iililio'
      expect(passwordProblem(password, { ...maria, name }, guesses)).toBeNull()
    })
  })
})

describe('role pairs', () => {
  const pairs = (text: string) => rolePairs.parse(text)

  describe('OIDC_ROLES', () => {
    it('is a list of pairs, with the role in either of its names', () => {
      expect(pairs('groups=malote-admins:Admin, groups=chefes:manager,https://x.test/cargo=a=b:c:Usuário')).toEqual([
        { claim: 'groups', value: 'malote-admins', role: role.admin },
        { claim: 'groups', value: 'chefes', role: role.manager },
        { claim: 'https://x.test/cargo', value: 'a=b:c', role: role.user },
      ])
    })

    it.each([
      'admins',
      'groups=admins',
      'groups:Admin',
      'groups=:Admin',
      '=x:Admin',
      'groups=x:Chefe',
      'a=b:Admin,',
      ' ',
    ])('refuses %s', (text) => {
      expect(rolePairs.safeParse(text).error?.issues[0]?.message).toMatch(/^informe pares como/)
    })
  })

  describe('the role of a person', () => {
    const rules = pairs(
      'groups=malote-admins:Admin,realm_access.roles=gestor:Gestor,level=3:Gestor,groups=todos:Usuário',
    )

    // proves 18.6
    it.each([
      ['a list', { groups: ['outros', 'malote-admins'] }, role.admin],
      ['a text', { groups: 'malote-admins' }, role.admin],
      ['a number', { level: 3 }, role.manager],
      ['a list inside of an object', { realm_access: { roles: ['gestor'] } }, role.manager],
      ['a claim with a dot in its name', { 'realm_access.roles': 'gestor' }, role.manager],
      ['the first of several pairs', { groups: ['todos', 'malote-admins'] }, role.admin],
      ['another value', { groups: ['malote-admins-antigos'] }, undefined],
      ['a part of the value', { groups: 'x malote-admins' }, undefined],
      ['another letter case', { groups: ['Malote-Admins'] }, undefined],
      ['an object', { groups: { 'malote-admins': true } }, undefined],
      ['no claim', {}, undefined],
      ['null', { groups: null, realm_access: null }, undefined],
    ])('follows from %s', (_, claims, expected) => {
      expect(roleOf(rules, claims)).toBe(expected)
    })

    // proves V15.3.6
    it('is not read from what every object has', () => {
      expect(roleOf(pairs('constructor.name=Object:Admin'), {})).toBeUndefined()
    })
  })
})

describe('second step rules', () => {
  describe('a second step', () => {
    // proves 18.18
    it.each([
      ['off', []],
      ['admins', [role.admin]],
      ['managers', [role.admin, role.manager]],
      ['all', [role.admin, role.manager, role.user]],
    ] as const)('is demanded with %s of %j', (demand, demanded) => {
      for (const one of Object.values(role)) {
        expect(needsSecondStep(demand, { role: one })).toBe((demanded as readonly string[]).includes(one))
      }
    })

    it('keeps its last method while it is demanded', () => {
      expect(canRemoveMethod(false, 0)).toEqual({ allowed: true })
      expect(canRemoveMethod(true, 1)).toEqual({ allowed: true })
      expect(canRemoveMethod(true, 0)).toMatchObject({ allowed: false, code: 'SECOND_STEP_REQUIRED' })
    })

    it('is reset by an Admin, and not their own', () => {
      const admin = { id: 1, role: role.admin }
      expect(canResetSecondStep(admin, { id: 2 })).toEqual({ allowed: true })
      expect(canResetSecondStep(admin, { id: 1 })).toMatchObject({ code: 'OWN_SECOND_STEP' })
      for (const other of [role.manager, role.user]) {
        expect(canResetSecondStep({ id: 3, role: other }, { id: 2 })).toMatchObject({ code: 'ONLY_ADMINS' })
      }
    })
  })

  describe('a typed code', () => {
    it.each([
      ['123456', '123456'],
      [' 123 456 ', '123456'],
      ['123-456', '123456'],
      ['12\u00a03456', '123456'],
    ])('%j is %s', (typed, code) => {
      expect(totpConfirmBody.parse({ code: typed })).toEqual({ code })
    })

    it.each([
      ['', 'Informe o código'],
      [' - ', 'Informe o código'],
      [undefined, 'Informe o código'],
      [123456, 'Informe o código'],
      ['1'.repeat(41), 'Código incorreto'],
    ])('refuses %j with a sentence', (code, sentence) => {
      const result = secondStepBody.safeParse({ method: 'totp', token: 't', code })
      expect(result.error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([['code', sentence]])
    })

    it.each([
      ['7K2M-Q9XT-04RD', '7K2MQ9XT04RD'],
      ['7k2m q9xt 04rd', '7K2MQ9XT04RD'],
      ['7k2mq9xtO4rd', '7K2MQ9XT04RD'],
      ['iL2m-q9xt-o4rd', '112MQ9XT04RD'],
      ['7K2M-Q9XT-04R', null],
      ['7K2M-Q9XT-04RDD', null],
      ['7K2M-Q9XT-04RU', null],
      ['123456', null],
      ['', null],
    ])('%j is the recovery code %s', (typed, code) => {
      expect(readRecoveryCode(typed)).toBe(code)
      if (code) expect(readRecoveryCode(shownRecoveryCode(code))).toBe(code)
    })
  })
})
