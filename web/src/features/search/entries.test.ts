import { IconFileText } from '@tabler/icons-react'
import { expect, it } from 'vitest'
import { named } from './entries.ts'

const entries = ['Relatórios', 'Configurações', 'Novo Protocolo'].map((label) => ({
  id: label,
  icon: IconFileText,
  label,
  go: '/',
}))

it.each([
  ['', ['Relatórios', 'Configurações', 'Novo Protocolo']],
  ['relatorio', ['Relatórios']],
  ['ÇÕES', ['Configurações']],
  [' novo ', ['Novo Protocolo']],
  ['nada', []],
])('finds by %j the entries %j', (text, labels) => {
  expect(named(entries, text).map(({ label }) => label)).toEqual(labels)
})
