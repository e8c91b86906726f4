import { describe, expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { buildAdmin, buildDepartment } from '../../test/builders.ts'
import type { Reply } from '../../test/client.ts'

const { app, db } = await testApp()
const ana = app.as(await buildAdmin(db))
const bia = app.as(await buildAdmin(db))

type Fields = Record<string, unknown>

interface Kind {
  path: string
  /** The data in the form: one person opens it, `ana` saves her changes, then `bia` tries to save hers. */
  shown: Fields
  byAna: Fields
  byBia: Fields
  /** The entry's identifier in the path. */
  at: (created: Fields) => unknown
}

const { id: departmentId } = await buildDepartment(db)

const kinds: [string, Kind][] = [
  [
    'a department',
    {
      path: '/api/departments',
      shown: { dpname: 'Arquivo', dpdescription: null },
      byAna: { dpname: 'Arquivo Geral', dpdescription: 'Térreo' },
      byBia: { dpname: 'Arquivo', dpdescription: 'Subsolo' },
      at: ({ dpid }) => dpid,
    },
  ],
  [
    'a category',
    {
      path: '/api/categories',
      shown: { ctname: 'Contratos', return_days: 5, category_parameter: 'Dias úteis', color: '#0e7c86' },
      byAna: { ctname: 'Contratos', return_days: 30, category_parameter: 'Dias corridos', color: '#0e7c86' },
      byBia: { ctname: 'Contratos', return_days: 5, category_parameter: 'Dias úteis', color: '' },
      at: ({ ctid }) => ctid,
    },
  ],
  [
    'an item type',
    {
      path: '/api/item-types',
      shown: { type_name: 'Ofício', type_description: 'De fora' },
      byAna: { type_name: 'Ofício', type_description: 'De outros órgãos' },
      byBia: { type_name: 'Ofício recebido', type_description: 'De fora' },
      at: ({ id }) => id,
    },
  ],
  [
    'a supplier',
    {
      path: '/api/suppliers',
      shown: supplier({ city: 'Santos' }),
      byAna: supplier({ city: 'São Paulo', is_active: false }),
      byBia: supplier({ city: 'Santos', code: 'F-2' }),
      at: ({ id }) => id,
    },
  ],
  [
    'a holiday',
    {
      path: '/api/calendar/holidays',
      shown: { date: '2031-03-04', name: 'Aniversário' },
      byAna: { date: '2031-03-04', name: 'Aniversário da cidade' },
      byBia: { date: '2031-03-04', name: 'Fundação da cidade' },
      at: ({ date }) => date,
    },
  ],
  [
    'a person',
    {
      path: '/api/users',
      shown: person({ role: 'Usuário' }),
      byAna: person({ role: 'Gestor' }),
      byBia: person({ role: 'Usuário', uphone: '(11) 4000-0000' }),
      at: ({ uid }) => uid,
    },
  ],
]

function supplier(fields: Fields): Fields {
  return {
    ...{ cnpj: '45997418000153', code: null, store: null, company_name: 'Gráfica Sol', state: 'SP', is_active: true },
    ...fields,
  }
}

function person(fields: Fields): Fields {
  return {
    ...{ uname: 'Caio Melo', uemail: 'caio@malote.test', uphone: null, udpid: departmentId, is_active: true },
    ...fields,
  }
}

describe.each(kinds)('%s that two Admins edit', (_, { path, shown, byAna, byBia, at }) => {
  async function withEntry(test: (put: (who: typeof ana, body: Fields) => Promise<Reply>) => Promise<void>) {
    const created = (await ana.post(path, shown)).body
    const address = `${path}/${at(created)}`
    try {
      await test((who, body) => who.put(address, body))
    } finally {
      await ana.delete(address)
    }
  }

  // proves 12.26
  it('stays as the first saved it, and the second hears of it and sees it', () =>
    withEntry(async (put) => {
      expect((await put(ana, { ...byAna, current: shown })).status).toBe(200)

      const refused = await put(bia, { ...byBia, current: shown })

      expect([refused.status, refused.body]).toEqual([
        409,
        {
          code: 'CHANGED_MEANWHILE',
          message: 'Este cadastro foi alterado por outra pessoa enquanto você editava.',
          current: byAna,
        },
      ])
      // Bia continues from the current values in the error.
      expect((await put(bia, { ...byBia, current: refused.body.current })).status).toBe(200)
    }))

  it('is told to the slower of two who save at the same moment', () =>
    withEntry(async (put) => {
      const saved = await Promise.all([put(ana, { ...byAna, current: shown }), put(bia, { ...byBia, current: shown })])
      const statuses = saved.map(({ status }) => status)
      expect(statuses.toSorted()).toEqual([200, 409])
    }))

  // proves 12.26
  it('can be saved once more when the answer was lost', () =>
    withEntry(async (put) => {
      for (const attempt of [1, 2]) {
        expect([attempt, (await put(ana, { ...byAna, current: shown })).status]).toEqual([attempt, 200])
      }
    }))

  it('is compared only in what the second says to have seen', () =>
    withEntry(async (put) => {
      await put(ana, byAna)
      const same = Object.fromEntries(Object.entries(shown).filter(([field, value]) => byAna[field] === value))
      expect((await put(bia, { ...byBia, current: same })).status).toBe(200)
    }))

  // proves 12.26
  it('is simply overwritten by who says nothing of what they saw', () =>
    withEntry(async (put) => {
      await put(ana, byAna)
      expect((await put(bia, byBia)).status).toBe(200)
    }))
})
