import { describe, expect, it } from 'vitest'
import { passwordProblem } from './password-rules.ts'

const maria = {
  name: 'Maria da Conceição Silva',
  email: 'm.silva7@malote.test',
  organisation: 'Prefeitura de São José',
}

describe('a new password', () => {
  // proves 18.23, V6.2.11
  it.each([
    'mariasilva',
    'Maria.Silva-2026',
    'conceicao1',
    'CONCEIÇÃO!',
    'silvadasilva',
    'm.silva7@malote.test',
    'prefeitura',
    'Prefeitura2026',
    'saojose123',
    'silva prefeitura',
  ])('is not made of what everybody knows of the account: %s', (password) => {
    expect(passwordProblem(password, maria, false)).toBe(
      'A senha não pode ser formada só pelo seu nome, pelo seu e-mail ou pelo nome da organização',
    )
  })

  // proves V6.2.5
  it.each(['malote123', 'senha-da-maria', 'mariazinha', '7391-4402', 'prefeita', 'a1b2c3d4', 'correto cavalo bateria'])(
    'may be %s',
    (password) => {
      expect(passwordProblem(password, maria, false)).toBeNull()
      expect(passwordProblem(password, { ...maria, organisation: 'Malote' }, false)).toBeNull()
    },
  )

  // proves V6.2.4
  it('is none that many people have', () => {
    expect(passwordProblem('corinthians', maria, true)).toBe(
      'Esta senha é muito comum e fácil de adivinhar. Escolha outra.',
    )
  })

  it('costs little, whatever name and password repeat', () => {
    const name = 'aa aaa aaaa aaaaa aaaaaa'
    expect(passwordProblem(`${'a'.repeat(199)}b`, { ...maria, name }, false)).toBeNull()
  })
})
