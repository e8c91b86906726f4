import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { maskedPhone } from './phone.ts'
import { role } from './role.ts'
import { newUserWire, userEditWire, userWire } from './user.wire.ts'

describe('phone', () => {
  describe('a phone', () => {
    it.each([
      ['', ''],
      ['1', '(1'],
      ['11', '(11'],
      ['119', '(11) 9'],
      ['(11) 9123-4', '(11) 9123-4'],
      ['1140000000', '(11) 4000-0000'],
      ['11912345678', '(11) 91234-5678'],
      ['(11) 91234-56789', '(11) 91234-5678'],
      ['+351 912 345 678', '+351 912 345 678'],
      ['0800 123 4567', '0800 123 4567'],
      ['11 4000-0000 ramal 12', '11 4000-0000 ramal 12'],
    ])('typed as %j reads %j', (typed, expected) => expect(maskedPhone(typed)).toBe(expected))

    it('keeps its form when it is masked again', () => {
      fc.assert(fc.property(fc.string(), (typed) => maskedPhone(maskedPhone(typed)) === maskedPhone(typed)))
    })
  })
})

describe('user wire', () => {
  const sentences = (schema: z.ZodType, sent: unknown) => {
    const result = z.safeDecode(schema, sent)
    if (result.success) return {}
    const first: Record<string, string> = {}
    for (const { path, message } of result.error.issues) first[path.join('.')] ??= message
    return first
  }

  const valid = { uname: 'Ana', uemail: 'ana@malote.com.br', udpid: 3 }

  describe('a person on the wire', () => {
    // proves 1.2, 3.2
    it('has the contract’s names in both directions', () => {
      const ana = {
        id: 7,
        name: 'Ana',
        email: 'ana@malote.com.br',
        phone: null,
        departmentId: 3,
        departmentName: 'Jurídico',
        role: role.manager,
        isActive: true,
        firstAccess: true,
        protocolsCreated: 2,
      }
      const wire = z.encode(userWire, ana)
      expect(wire).toEqual({
        uid: 7,
        uname: 'Ana',
        uemail: 'ana@malote.com.br',
        uphone: null,
        udpid: 3,
        department_name: 'Jurídico',
        role: 'Gestor',
        is_active: true,
        first_access: 1,
        protocols_created: 2,
      })
      expect(z.decode(userWire, wire)).toEqual(ana)
    })

    // proves 1.2
    it('is an active Usuário when new unless it says otherwise, and as it was when edited', () => {
      expect(z.decode(newUserWire, valid)).toMatchObject({ role: role.user, isActive: true, departmentId: 3 })
      const other = { ...valid, udpid: '3', role: 'manager', is_active: 0 } as const
      expect(z.decode(newUserWire, other)).toMatchObject({ role: role.manager, isActive: false, departmentId: 3 })
      expect(z.decode(userEditWire, valid)).toEqual({ name: 'Ana', email: 'ana@malote.com.br', departmentId: 3 })
    })

    it.each([
      [{}, { uname: 'Nome é obrigatório', uemail: 'E-mail é obrigatório', udpid: 'Departamento é obrigatório' }],
      [{ ...valid, uname: '   ' }, { uname: 'Nome é obrigatório' }],
      [{ ...valid, uemail: '' }, { uemail: 'E-mail é obrigatório' }],
      [{ ...valid, uemail: 'ana' }, { uemail: 'E-mail inválido' }],
      [{ ...valid, uemail: 'Ana@Anonimo.invalid' }, { uemail: 'E-mail inválido' }],
      [{ ...valid, udpid: null }, { udpid: 'Departamento é obrigatório' }],
      [{ ...valid, role: 'chefe' }, { role: 'Perfil inválido' }],
    ])('is refused as %j', (sent, expected) => {
      expect(sentences(newUserWire, sent)).toEqual(expected)
      expect(sentences(userEditWire, sent)).toEqual(expected)
    })

    // proves 5.1.2
    it.each([
      'a@b.co',
      "d'avila@b.co",
      'a!#$&*/=?^`{|}~@b.co',
      ' \u200ba@b.co\u00a0',
      'a@b.xn--p1ai',
      'ANA.SILVA@MALOTE.COM.BR',
      'ana+teste@sub.malote.gov.br',
      'a_b-c%d@x-y.org',
    ])('may have the address %s', (uemail) => expect(sentences(newUserWire, { ...valid, uemail })).toEqual({}))

    // proves 5.1.2
    it.each([
      'a@b',
      '@b.co',
      'a b@c.de',
      'a@b..co',
      'a..b@c.de',
      '.a@b.co',
      'a.@b.co',
      'a@-b.co',
      '\u212aana@b.co',
      'a@b.có',
      'a@b-.co',
      `${'a'.repeat(65)}@b.co`,
      `a@${'b'.repeat(64)}.co`,
      'a@b.c',
      'a@b.co,c@d.ef',
      `${'a'.repeat(250)}@b.co`,
    ])('may not have the address %s', (uemail) =>
      expect(sentences(newUserWire, { ...valid, uemail })).toEqual({ uemail: 'E-mail inválido' }),
    )
  })
})
