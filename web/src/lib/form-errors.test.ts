import { userEditWire } from '@malote/core/users/user.wire.ts'
import { expect, it, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { showFieldErrors } from './form-errors.ts'

it('puts the sentences of the server under the fields they are about, and leads to the first', () => {
  const setError = vi.fn()
  const error = new ApiError(400, 'Dados inválidos', { errors: { uname: 'Nome em uso', uemail: 'E-mail em uso' } })
  expect(showFieldErrors(error, userEditWire, setError)).toBe(true)
  expect(setError.mock.calls).toEqual([
    ['name', { message: 'Nome em uso' }, { shouldFocus: true }],
    ['email', { message: 'E-mail em uso' }, { shouldFocus: false }],
  ])
})

it.each([new ApiError(409, 'Já existe'), new TypeError('failed')])('has nothing to show for %s', (error) => {
  expect(showFieldErrors(error, userEditWire, vi.fn())).toBe(false)
})
