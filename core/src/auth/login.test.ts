import { describe, expect, it } from 'vitest'
import { choosePasswordForm, loginBody } from './login.ts'

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
