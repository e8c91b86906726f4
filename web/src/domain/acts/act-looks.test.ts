import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { acts } from '@malote/core/acts/act.ts'
import { displayKindOf } from '@malote/core/shared/display-keyword.ts'
import { expect, it } from 'vitest'
import { activityLook } from '../protocols/display-looks.ts'
import { actIcons } from './act-looks.ts'

const web = join(import.meta.dirname, '../..')
const sources = readdirSync(web, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.') && !path.startsWith('test'))
  // Without a session: the pages that links of mails open, which load nothing of the app.
  .filter((path) => !path.startsWith(join('features', 'answers')))
  .map((path) => ({ path, text: readFileSync(join(web, path), 'utf8') }))

/** Words that screens also use for other things. */
const common = ['Editar', 'Imprimir', 'Cancelar', 'Concluir', 'Conferir', 'Registrar', 'Pedir', 'Decidir']

// proves 14.18
it('no screen calls an act by words of its own', () => {
  const words = Object.values(acts).flatMap(({ verb, name, busy }) => [verb, name, busy])
  const own = new Set(words.filter((word) => !common.includes(word) && !word.endsWith('...')))
  const written = sources.flatMap(({ path, text }) =>
    [...own]
      .filter((word) => text.includes(`'${word}'`) || text.includes(`"${word}"`))
      .map((word) => `${path}: ${word}`),
  )
  expect(written).toEqual([])
})

it('the icon of an act is that of no other', () => {
  const icons = Object.entries(actIcons).filter(([name]) => name !== 'completeItem' && name !== 'cancelItem')
  expect(new Set(icons.map(([, icon]) => icon)).size).toBe(icons.length)
})

// proves 2.6.4, 4.4
it('the history shows an act by the icon of its button, unless the contract has another for its keyword', () => {
  for (const [name, { history }] of Object.entries(acts)) {
    if (history === null || name === 'check' || displayKindOf(history) === 'edited') continue
    expect(activityLook(history).icon, history).toBe(actIcons[name as keyof typeof acts])
  }
})
