import type { ProtocolDetail } from '@malote/core/protocols/protocol.ts'
import { Button, Skeleton, TextInput } from '@mantine/core'
import { IconCircle, IconCircleCheck } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { itemLine } from '../../domain/items/item-name.ts'
import { completeProtocol } from '../../domain/protocols/actions/protocol-actions.api.ts'
import { protocolQuery, protocolsQuery } from '../../domain/protocols/protocols.api.ts'
import { checkAndReceive } from '../../domain/receiving/check.api.ts'
import { itemsToCheck } from '../../domain/receiving/check-marks.ts'
import { useViewer } from '../../domain/session/session.tsx'
import { errorCode, errorMessage } from '../../lib/api-error.ts'
import { tabStorage } from '../../lib/browser-storage.ts'
import { counted } from '../../lib/format.ts'
import { unsent } from '../../lib/idempotency.ts'
import { Card } from '../../ui/card.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { finishOf, finishWords, ownCode, tickOff } from './checklist.ts'
import classes from './scan-station.module.css'
import { type Answer, sendScan } from './station.ts'

/** A scan on its way to the checklist. */
export interface ToCheck {
  code: string
}

interface CheckModeProps {
  protocolId: number | undefined
  /** The first of those that were scanned and not taken yet: a camera reads several in one picture. */
  scan: ToCheck | undefined
  onTaken: (scan: ToCheck) => void
  /** Shows what came of it. */
  onSay: (text: string, answer: Answer) => void
  onChoose: (protocolId: number | undefined) => void
}

const failed = 'Erro ao carregar os itens. Tente novamente.'

/** *Conferir*: the items of a protocol tick off as they are scanned; what is missing becomes occurrences (contract 23.16). */
export default function CheckMode({ protocolId, scan, onTaken, onSay, onChoose }: CheckModeProps) {
  const { id: viewerId } = useViewer()
  const query = useQuery({ ...protocolQuery(protocolId ?? 0), enabled: protocolId !== undefined })
  const protocol = protocolId === undefined ? undefined : query.data
  const [ticked, setTicked] = useTicked(viewerId, protocolId)
  const expected = itemsToCheck(protocol?.items ?? [])
  const loadedId = protocol?.id
  // Before its items are there, no label can tick one off.
  const isReady = protocolId === undefined || loadedId !== undefined || query.isError
  const taking = useRef<ToCheck>(undefined)
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])

  const greet = useEffectEvent((id: number) => {
    if (!scan) onSay('', { outcome: 'found', message: 'Aberto para conferir.', kind: 'protocol', protocolId: id })
  })
  useEffect(() => {
    if (loadedId !== undefined) greet(loadedId)
  }, [loadedId])

  /** @returns whether the scan is done with; a label that opens its protocol ticks its item off there */
  const settle = useEffectEvent((code: string, at: Parameters<typeof tickOff>[0]): boolean => {
    const result = tickOff(at, protocolId, expected, ticked)
    if ('open' in result) {
      onChoose(result.open)
      return result.tick === null
    }
    if ('tick' in result) setTicked(new Set([...ticked, result.tick]))
    onSay(code, result.answer)
    return true
  })
  const take = useEffectEvent(async (code: string): Promise<boolean> => {
    const own = protocol && ownCode(code, protocol)
    if (own) return settle(code, own)
    try {
      const found = await sendScan({ code, action: 'locate', key: unsent().idempotencyKey })
      if (found.protocolId === protocolId && !protocol) {
        const { data } = await query.refetch()
        if (data) return data.id !== protocolId
        if (isHere.current) onSay(code, { outcome: 'refused', message: failed })
        return true
      }
      // Who has gone on to something else is not brought back.
      return !isHere.current || settle(code, found)
    } catch (error) {
      if (!isHere.current) return true
      const message = errorMessage(error, 'Sem conexão: este código não é de um item desta lista.')
      onSay(code, { outcome: 'refused', message })
      return true
    }
  })
  const tell = useEffectEvent(onTaken)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a label that has opened its protocol is taken again there
  useEffect(() => {
    if (!scan || !isReady || taking.current) return
    taking.current = scan
    void take(scan.code).then((isTaken) => {
      taking.current = undefined
      if (isTaken) tell(scan)
    })
  }, [scan, isReady, loadedId])

  if (protocolId === undefined) return <ChooseProtocol onChoose={onChoose} />
  return (
    <QueryStates
      query={{ ...query, data: protocol }}
      isFramed
      failed={failed}
      failure={
        <ErrorState title={failed} code={errorCode(query.error)} onRetry={query.refetch}>
          <Button variant="subtle" onClick={() => onChoose(undefined)}>
            Escolher outro
          </Button>
        </ErrorState>
      }
      loading={<Skeleton height={240} aria-busy />}
    >
      {(loaded) => (
        <Checklist
          key={loaded.id}
          protocol={loaded}
          ticked={ticked}
          onTick={setTicked}
          onDone={() => onChoose(undefined)}
        />
      )}
    </QueryStates>
  )
}

/** The items that were seen, kept by this tab across a reload. */
function useTicked(viewerId: number, protocolId: number | undefined) {
  const name = `checked ${viewerId} ${protocolId}`
  const read = () => new Set((tabStorage.read(name) as number[] | null) ?? [])
  const [state, setState] = useState({ name, ticked: read() })
  const current = state.name === name ? state.ticked : read()
  const set = (ticked: ReadonlySet<number>) => {
    setState({ name, ticked: new Set(ticked) })
    if (ticked.size > 0) tabStorage.set(name, JSON.stringify([...ticked]))
    else tabStorage.remove(name)
  }
  return [current as ReadonlySet<number>, set] as const
}

function ChooseProtocol({ onChoose }: { onChoose: (id: number) => void }) {
  const waiting = useQuery(protocolsQuery({ awaiting: 'receipt', page: 1, perPage: 10 }))
  return (
    <Card title="Qual protocolo será conferido?">
      <p className="soft mb-12">
        Leia o código da guia, do protocolo ou de um item, ou escolha um dos que estão chegando.
      </p>
      <QueryStates
        query={waiting}
        failed="Erro ao carregar protocolos."
        loading={<Skeleton height={120} aria-busy />}
        isEmpty={({ data }) => data.length === 0}
        empty={
          <EmptyState title="Nada a receber agora.">O que for enviado ao seu departamento aparece aqui.</EmptyState>
        }
      >
        {({ data }) => (
          <ul className={classes.list}>
            {data.map(({ id, remarks, originDepartment, totalItems }) => (
              <li key={id} className={classes.item}>
                <span className="fill">
                  <strong className="anywhere">{remarks || `Protocolo #${id}`}</strong>
                  <span className={classes.message}>
                    #{id} · {originDepartment} · {counted(totalItems, 'item', 'itens')}
                  </span>
                </span>
                <Button variant="default" aria-label={`Conferir protocolo #${id}`} onClick={() => onChoose(id)}>
                  Conferir
                </Button>
              </li>
            ))}
          </ul>
        )}
      </QueryStates>
    </Card>
  )
}

interface ChecklistProps {
  protocol: ProtocolDetail
  ticked: ReadonlySet<number>
  onTick: (ticked: ReadonlySet<number>) => void
  onDone: () => void
}

const notFound = 'Não estava no malote.'

function Checklist({ protocol, ticked, onTick, onDone }: ChecklistProps) {
  const viewer = useViewer()
  const queryClient = useQueryClient()
  const [note, setNote] = useState(notFound)
  const receipt = useMutation(checkAndReceive(queryClient))
  const completion = useMutation(completeProtocol(queryClient))
  const expected = itemsToCheck(protocol.items)
  const missing = expected.filter(({ id }) => !ticked.has(id))
  const finish = finishOf(viewer, protocol, missing.length)
  const isBusy = receipt.isPending || completion.isPending
  const isNoteShort = missing.length > 0 && note.trim().length < 3

  const end = () => {
    const onSuccess = () => {
      onTick(new Set())
      onDone()
    }
    if (finish === 'complete') return completion.mutate(protocol.id, { onSuccess })
    const found = missing.map((item) => ({ item, outcome: 'missing' as const, note, photos: [] }))
    receipt.mutate(
      { id: protocol.id, found, registered: 0, receives: finish === 'receive', onRegistered: () => undefined },
      { onSuccess },
    )
  }
  const toggle = (id: number) => {
    const next = new Set(ticked)
    if (!next.delete(id)) next.add(id)
    onTick(next)
  }
  return (
    <Card
      title={`Protocolo #${protocol.id}`}
      aside={
        <Button variant="subtle" onClick={onDone}>
          Escolher outro
        </Button>
      }
    >
      <p className="bold anywhere">{protocol.remarks}</p>
      <div className="mb-12">
        <ProgressBar label="Itens conferidos" completed={expected.length - missing.length} total={expected.length} />
      </div>
      <ul className={classes.list}>
        {[...missing, ...expected.filter(({ id }) => ticked.has(id))].map((item) => (
          <li key={item.id} className={classes.item}>
            <button
              type="button"
              className={classes.tick}
              aria-pressed={ticked.has(item.id)}
              onClick={() => toggle(item.id)}
            >
              {ticked.has(item.id) ? <IconCircleCheck size={20} aria-hidden /> : <IconCircle size={20} aria-hidden />}
              <span className="anywhere">{itemLine(item)}</span>
              <span className={classes.ticked}>{ticked.has(item.id) ? 'Veio' : 'Falta'}</span>
            </button>
          </li>
        ))}
      </ul>
      {finish !== null && missing.length > 0 && (
        <TextInput
          mt={16}
          label="O que foi encontrado no lugar do que falta"
          description="Vai na ocorrência “Não veio” de cada item que falta."
          value={note}
          maxLength={500}
          error={isNoteShort && 'Descreva o que foi encontrado'}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
      )}
      {finish === null ? (
        <p className="soft mt-16">Este protocolo não pode ser recebido por você agora.</p>
      ) : (
        <Button mt={16} loading={isBusy} disabled={isNoteShort} onClick={end}>
          {finishWords(finish, missing.length)}
        </Button>
      )}
    </Card>
  )
}
