/**
 * Who may do what in which state, written from contract 4, 6 and 10 independently of core's rules. The permission tests
 * compare the server with this table.
 */

export type ActionName = keyof typeof whoMay

/** The viewer's department in relation to the protocol. */
export type Relation = 'origin' | 'destination' | 'neither' | 'none'

interface Who {
  /** The side to which the viewer must belong; `anywhere` means everybody who sees the protocol. */
  side: 'origin' | 'destination' | 'anywhere'
  /** Error message for the others. */
  otherwise?: string
  /** Error message for people who are not Gestores, where only Gestores may act; checked first. */
  managersOnly?: string
}

const assigners: Who = {
  side: 'destination',
  managersOnly: 'Apenas gestores podem atribuir usuários a itens',
  otherwise: 'Apenas gestores do departamento de destino podem atribuir responsáveis',
}

export const whoMay = {
  receive: {
    side: 'destination',
    otherwise: 'Apenas usuários do departamento de destino podem receber este protocolo',
  },
  refuse: {
    side: 'destination',
    otherwise: 'Apenas usuários do departamento de destino podem recusar este protocolo',
  },
  redirect: {
    side: 'origin',
    otherwise: 'Apenas usuários do departamento de origem podem redirecionar este protocolo',
  },
  // For protocols that require return; the next entry is for the others.
  complete: { side: 'origin', otherwise: 'Apenas usuários do departamento de origem podem concluir este protocolo' },
  'complete-no-return': {
    side: 'destination',
    otherwise: 'Apenas usuários do departamento de destino podem concluir este protocolo',
  },
  cancel: { side: 'anywhere' },
  comment: { side: 'anywhere' },
  uncomment: { side: 'anywhere' },
  return: { side: 'destination', otherwise: 'Apenas usuários do departamento de destino podem retornar este item' },
  'item-complete': { side: 'origin', otherwise: 'Apenas usuários do departamento de origem podem concluir este item' },
  'item-cancel': { side: 'anywhere' },
  assign: assigners,
  transfer: {
    side: 'destination',
    managersOnly: 'Apenas gestores podem tramitar itens',
    otherwise: 'Apenas gestores do departamento de destino podem tramitar itens',
  },
  'due-date': {
    side: 'origin',
    otherwise: 'Apenas usuários do departamento de origem podem alterar o prazo deste item',
  },
} as const satisfies Record<string, Who>

/** Messages for the words in {@link states}; each is a 409. */
export const refusals = {
  received: 'Este protocolo já foi recebido',
  'no-refusal': 'Este protocolo já foi recebido e não pode mais ser recusado',
  'no-redirect': 'Este protocolo já foi recebido e não pode mais ser redirecionado',
  'not-received': 'Este protocolo ainda não foi recebido pelo destino',
  nothing: 'Este protocolo não requer devolução e por isso não precisa ser recebido',
  'no-return': 'Este protocolo não requer devolução de itens',
  closed: 'Este protocolo já foi concluído',
  cancelled: 'Este protocolo já foi cancelado',
  pending: 'Este protocolo ainda tem itens pendentes',
  'no-item': 'Este protocolo não tem itens a concluir; ele só pode ser cancelado',
  mute: 'Não é possível comentar em protocolos cancelados',
  kept: 'Não é possível excluir comentários de protocolos concluídos ou cancelados',
  'i-returned': 'Este item já foi retornado',
  'i-done': 'Este item já foi concluído',
  'i-cancelled': 'Este item já foi cancelado',
  'no-date': 'Este item não tem data de retorno definida',
  'not-back': 'Apenas itens retornados podem ser concluídos',
  'a-pending': 'Apenas itens pendentes podem receber atribuição de usuário',
  'a-assigned': 'Este item já possui um usuário atribuído',
  'a-return': 'Apenas itens de protocolos que requerem devolução podem receber atribuição de usuário',
  't-pending': 'Apenas itens pendentes podem ser tramitados',
  't-nobody': 'Este item ainda não tem um usuário responsável',
} as const
export type Refusal = keyof typeof refusals

/**
 * One line per situation: whether return is required (R) or not (N), the protocol's status, the item's status, whether
 * the item has a responsible user (+), and whether it lacks a due date that it should have (!). Then, per action, the
 * result for a person who has the right. `.`: the situation has no item to act on.
 */
export const states = `
situation              receive   refuse     redirect    complete     cancel    comment uncomment return       item-complete item-cancel assign     transfer  due-date
R Pendente pendente    ok        ok         ok          not-received ok        ok      ok        not-received not-back      ok          ok         t-nobody  ok
R Pendente pendente+   ok        ok         ok          not-received ok        ok      ok        not-received not-back      ok          a-assigned ok        ok
R Pendente cancelado   ok        ok         ok          not-received ok        ok      ok        not-received i-cancelled   i-cancelled a-pending  t-pending i-cancelled
R Pendente nenhum      ok        ok         ok          not-received ok        ok      ok        .            .             .           .          .         .
R Andamento pendente   received  no-refusal no-redirect pending      ok        ok      ok        ok           not-back      ok          ok         t-nobody  ok
R Andamento pendente+  received  no-refusal no-redirect pending      ok        ok      ok        ok           not-back      ok          a-assigned ok        ok
R Andamento pendente!  received  no-refusal no-redirect pending      ok        ok      ok        no-date      not-back      ok          ok         t-nobody  ok
R Andamento retornado  received  no-refusal no-redirect ok           ok        ok      ok        i-returned   ok            i-returned  a-pending  t-pending i-returned
R Andamento retornado+ received  no-refusal no-redirect ok           ok        ok      ok        i-returned   ok            i-returned  a-pending  t-pending i-returned
R Andamento concluído  received  no-refusal no-redirect ok           ok        ok      ok        i-done       i-done        i-done      a-pending  t-pending i-done
R Andamento cancelado  received  no-refusal no-redirect no-item      ok        ok      ok        i-cancelled  i-cancelled   i-cancelled a-pending  t-pending i-cancelled
R Andamento nenhum     received  no-refusal no-redirect no-item      ok        ok      ok        .            .             .           .          .         .
R Concluído concluído  closed    closed     closed      closed       closed    ok      kept      closed       closed        closed      a-pending  t-pending closed
R Concluído cancelado  closed    closed     closed      closed       closed    ok      kept      closed       closed        closed      a-pending  t-pending closed
R Cancelado cancelado  cancelled cancelled  cancelled   cancelled    cancelled mute    kept      cancelled    cancelled     cancelled   a-pending  t-pending cancelled
R Cancelado retornado  cancelled cancelled  cancelled   cancelled    cancelled mute    kept      cancelled    cancelled     cancelled   a-pending  t-pending cancelled
R Cancelado concluído  cancelled cancelled  cancelled   cancelled    cancelled mute    kept      cancelled    cancelled     cancelled   a-pending  t-pending cancelled
N Pendente pendente    nothing   ok         ok          ok           ok        ok      ok        no-return    not-back      ok          a-return   t-nobody  no-return
N Pendente pendente+   nothing   ok         ok          ok           ok        ok      ok        no-return    not-back      ok          a-assigned ok        no-return
N Pendente cancelado   nothing   ok         ok          ok           ok        ok      ok        no-return    i-cancelled   i-cancelled a-pending  t-pending no-return
N Pendente nenhum      nothing   ok         ok          ok           ok        ok      ok        .            .             .           .          .         .
N Concluído concluído  closed    closed     closed      closed       closed    ok      kept      closed       closed        closed      a-pending  t-pending closed
N Cancelado cancelado  cancelled cancelled  cancelled   cancelled    cancelled mute    kept      cancelled    cancelled     cancelled   a-pending  t-pending cancelled
`
