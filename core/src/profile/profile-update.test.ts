import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { profileUpdate, profileUpdateWire } from './profile-update.ts'

const problemsOf = (result: z.ZodSafeParseResult<unknown>) =>
  Object.fromEntries((result.error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]))

const passwords = { currentPassword: 'antiga', newPassword: 'abcdef', confirmPassword: 'abcdef' }

describe('changing the password', () => {
  // proves 3.4
  it.each([
    [{}, {}],
    [{ currentPassword: '', newPassword: '', confirmPassword: '' }, {}],
    [{ currentPassword: null, newPassword: null }, {}],
    [passwords, {}],
    [{ ...passwords, confirmPassword: undefined }, {}],
    [{ ...passwords, currentPassword: '' }, { currentPassword: 'Senha atual é obrigatória para alterar a senha' }],
    [
      { ...passwords, newPassword: '12345', confirmPassword: '12345' },
      { newPassword: 'A nova senha deve ter pelo menos 6 caracteres' },
    ],
    [{ ...passwords, confirmPassword: 'outra' }, { confirmPassword: 'As senhas não coincidem' }],
  ])('with %j is judged the same in the form and on the wire', (values, problems) => {
    expect(problemsOf(profileUpdate.safeParse(values))).toEqual(problems)
    expect(problemsOf(z.safeDecode(profileUpdateWire, values))).toEqual(problems)
  })
})

describe('the profile on the wire', () => {
  // proves 3.3
  it('renames the switches and keeps what is absent absent', () => {
    expect(z.decode(profileUpdateWire, { phone: null, notify_item_return: 0, ...passwords })).toEqual({
      phone: null,
      notifyItemReturn: false,
      ...passwords,
    })
    expect(z.encode(profileUpdateWire, { notifyItemReturn: true, phone: '1' })).toEqual({
      notify_item_return: true,
      phone: '1',
    })
  })
})
