import { describe, expect, it } from 'vitest'
import { helpSections } from '../help/help-content.ts'
import {
  type ActName,
  type ActWords,
  actOfHistory,
  acts,
  doneTitle,
  doneWords,
  historyAction,
  refusedTitle,
  refusedWords,
  severalLabel,
} from './act.ts'
import { toldWords } from './told.ts'

const all = Object.entries(acts) as [ActName, ActWords][]

describe('the words of acts', () => {
  // proves 14.18
  it('have one verb for one act, wherever it is offered, done or told', () => {
    // Protocols and items are concluded and cancelled, each in its place.
    const twice = all.map(([, { verb, unit }]) => `${verb} ${unit[0]}`)
    expect(new Set(twice).size).toBe(twice.length)
    expect(new Set(all.map(([, { name }]) => name)).size).toBe(all.length)
  })

  it.each(all)('“%s” is told in the history by what it is called', (_, { done, history }) => {
    if (history === null) return
    // The contract's sentences, which have other words.
    const byContract: string[] = [historyAction.itemsAskedFor, historyAction.dueDateChanged]
    if (!byContract.includes(history)) expect(history.toLowerCase()).toContain(done[0])
  })

  it('agree in number', () => {
    expect(severalLabel('returnItem', 1)).toBe('Retornar 1 item')
    expect(severalLabel('returnItem', 3)).toBe('Retornar 3 itens')
    expect(severalLabel('receive', 2)).toBe('Receber 2 protocolos')
    expect(severalLabel('completeItem', 0)).toBe('Concluir')
    expect(doneWords('dueDate')).toEqual(['prazo prorrogado', 'prazos prorrogados'])
    expect(refusedWords('remind')).toEqual(['item não pôde ser cobrado', 'itens não puderam ser cobrados'])
    expect(refusedTitle('transfer')).toBe('Não tramitados')
  })

  // proves 14.18
  it('are those by which the help calls what one presses', () => {
    const pages = JSON.stringify(helpSections)
    const quoted = new Set([...pages.matchAll(/\\"([^"\\]+)\\"/g)].map(([, words]) => words ?? ''))
    // With a capital they name a button, also without quotation marks.
    const unexplained = all.filter(([, { name, verb }]) => !pages.includes(name) && !pages.includes(`${verb} `))
    expect(unexplained.map(([act]) => act)).toEqual([])
    const ofActs = [...quoted].filter((words) => all.some(([, { verb }]) => words.startsWith(`${verb} `)))
    const known = all.flatMap(([, { verb, name }]) => [name, `${verb} selecionados`, `${verb} Selecionados`])
    // With a number, the contract's title for several, and of an item without a date.
    const others = ['Receber com 1 ocorrência', 'Atribuir em massa', 'Pedir prazo']
    expect(ofActs.filter((words) => !known.includes(words)).sort()).toEqual(others.sort())
  })

  it('are the titles of what is told of them', () => {
    expect(doneTitle('returnItem', 1)).toBe('Item retornado')
    expect(doneTitle('receive', 2)).toBe('2 protocolos recebidos')
  })

  it.each([
    ['Protocolo recebido', 'receive'],
    ['Item concluído', 'completeItem'],
    ['Protocolo concluído', 'complete'],
    ['Devolução cobrada', 'remind'],
    ['Comentário adicionado', undefined],
  ] as const)('“%s” tells of %s', (action, act) => expect(actOfHistory(action)).toBe(act))

  // proves 14.19
  it('name whom they tell, once each, without the doer, three of many', () => {
    const about = {
      ...{ creator: 'Ana', origins: ['RH', 'RH'], destinations: ['Jurídico', 'Compras'], requiresReturn: true },
      responsibles: ['Bruno', null, 'Bruno'],
    }
    expect(toldWords('returnItem', about, 'Bruno')).toBe('Um aviso vai para Ana e os gestores de RH.')
    expect(toldWords('returnItem', { ...about, creator: undefined }, 'Bruno')).toMatch('para quem enviou e os')
    expect(toldWords('remind', about, 'Ana')).toBe(
      'Um aviso vai para Bruno, os gestores de Jurídico e os gestores de Compras.',
    )
    expect(toldWords('transfer', about, 'Bruno')).toBe('')
    const many = { ...about, responsibles: ['B', 'C', 'D', 'E'] }
    expect(toldWords('cancelItem', many, '')).toBe('Um aviso vai para Ana, B, C e mais 2.')
  })
})
