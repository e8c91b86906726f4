import { itemStatus } from '@malote/core/items/item-status.ts'
import type { ProtocolDetail } from '@malote/core/protocols/protocol.ts'
import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { useForm } from 'react-hook-form'
import { describe, expect, it } from 'vitest'
import { emptyItem } from '../form/item-form.ts'
import type { ProtocolForm } from '../form/protocol-form.ts'
import { destinationNotes } from './destination-field.tsx'
import { NewItems } from './new-items.tsx'
import { formAgain } from './new-protocol-page.tsx'
import { numberWarnings } from './number-notes.tsx'
import { outcomeOf, withRetried } from './sent-outcome.ts'

describe('again', () => {
  const item = {
    id: 7,
    documentNumber: '101/26',
    description: 'pasta da Maria',
    itemTypeId: 3,
    categoryId: 4,
    category: 'Trabalhista',
    supplierId: null,
    responsibleId: 6,
    responsible: 'Carlos',
    responsibleHasLeft: false,
    reason: 'Assinatura',
    status: itemStatus.completed,
    attachments: [{ id: 1 }],
  }
  const protocol = (items: object[]) =>
    ({
      remarks: 'Contratos',
      originDepartmentId: 1,
      destinationDepartmentId: 2,
      requiresReturn: true,
      items,
    }) as unknown as ProtocolDetail

  // proves 17.40
  it('fills the form with what was sent, without files, cancelled items and people who have left', () => {
    const cancelled = { ...item, id: 8, status: itemStatus.cancelled }
    const orphaned = { ...item, id: 9, responsibleHasLeft: true }
    const form = formAgain(protocol([item, cancelled, orphaned]))
    expect(form).toMatchObject({
      remarks: 'Contratos',
      originDepartmentId: '1',
      destinationDepartmentId: '2',
      destinationDepartmentIds: null,
      requiresReturn: true,
    })
    expect(form.items).toMatchObject([
      { itemId: null, documentNumber: '101/26', description: 'pasta da Maria', responsibleId: '6', attachments: [] },
      { itemId: null, responsibleId: null, known: { responsible: null } },
    ])
  })

  it('takes the items of a cancelled protocol, but none that was cancelled before', () => {
    const reason = { status: itemStatus.cancelled, cancelReason: 'Destino errado' }
    const before = { ...item, documentNumber: '102/26', status: itemStatus.cancelled, cancelReason: 'Sem assinatura' }
    const cancelled = { ...protocol([{ ...item, ...reason }, before]), status: protocolStatus.cancelled }
    const { items } = formAgain({ ...cancelled, cancelReason: 'Destino errado' })
    expect(items.map(({ documentNumber }) => documentNumber)).toEqual(['101/26'])
  })

  it('begins with an empty item when all were cancelled', () => {
    expect(formAgain(protocol([{ ...item, status: itemStatus.cancelled }])).items).toEqual([emptyItem()])
  })
})

describe('destination words', () => {
  const to = (name: string, facts = {}) => ({ name, isOrigin: false, isWithoutPeople: false, ...facts })

  // proves 17.47
  it.each([
    [[to('Jurídico')], []],
    [
      [to('Recursos Humanos', { isOrigin: true })],
      ['Recursos Humanos também é a origem: o protocolo não sai do departamento.'],
    ],
    [
      [to('Arquivo', { isWithoutPeople: true })],
      ['Arquivo não tem pessoas ativas: ninguém poderá receber o protocolo.'],
    ],
    [
      [to('Arquivo', { isWithoutPeople: true }), to('Jurídico'), to('Frota', { isWithoutPeople: true })],
      ['Arquivo e Frota não têm pessoas ativas: ninguém poderá receber os protocolos.'],
    ],
  ])('a destination that may not be meant: %#', (destinations, notes) => {
    expect(destinationNotes(destinations)).toEqual(notes)
  })
})

describe('number warnings', () => {
  const none = new Map<string, number | null>()

  // proves 17.44
  it('warns of a document number that stands twice in the form, whatever its case and blanks', () => {
    expect(numberWarnings(['A-1', 'A-2', ' a-1 ', ''], none)).toEqual([{ item: 3 }, undefined, { item: 1 }, undefined])
  })

  it('does not warn of several items without a number', () => {
    expect(numberWarnings(['', ' ', ''], none)).toEqual([undefined, undefined, undefined])
  })

  it('names the protocol in which the number is pending', () => {
    const out = new Map([
      ['a-1', 12],
      ['a-2', null],
    ])
    expect(numberWarnings(['A-1', 'A-2'], out)).toEqual([{ protocolId: 12 }, undefined])
  })
})

describe('sent outcome', () => {
  // proves 17.45
  it('names the protocol of each destination, and why the others have none', () => {
    const errors = [{ destinationDepartmentId: 4, message: 'Departamento não encontrado' }]
    const first = outcomeOf(['3', '4', '5'], { protocolIds: [12, 13], errors })
    expect(first).toEqual({
      sent: [
        { destination: '3', protocolId: 12 },
        { destination: '5', protocolId: 13 },
      ],
      failed: [{ destination: '4', message: 'Departamento não encontrado' }],
    })
    const second = withRetried(first, outcomeOf(['4'], { protocolIds: [14], errors: [] }))
    expect(second.failed).toEqual([])
    expect(second.sent.map(({ protocolId }) => protocolId)).toEqual([12, 13, 14])
  })
})

describe('a form without items', () => {
  const empty: ProtocolForm = {
    remarks: '',
    originDepartmentId: null,
    destinationDepartmentId: null,
    destinationDepartmentIds: null,
    requiresReturn: false,
    items: [],
  }

  const WithoutItems = () => <NewItems form={useForm<ProtocolForm>({ defaultValues: empty })} onMoved={() => {}} />

  // proves 2.7.4
  it('says how to begin when there is no item', () => {
    const card = renderToStaticMarkup(
      <MantineProvider>
        <QueryClientProvider client={new QueryClient()}>
          <WithoutItems />
        </QueryClientProvider>
      </MantineProvider>,
    )
    const words = card.replace(/<style.*?<\/style>|<[^>]+>/g, '').replaceAll('&quot;', '"')
    expect(words).toContain('Nenhum item adicionado. Clique em "Adicionar Item" para começar.')
  })
})
