import { acts } from '@malote/core/acts/act.ts'
import type { ProtocolDetail, ProtocolRow } from '@malote/core/protocols/protocol.ts'
import { canReceive } from '@malote/core/protocols/protocol-rules.ts'
import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useCallback, useState } from 'react'
import { flushSync } from 'react-dom'
import { ApiError, errorMessage } from '../../lib/api-error.ts'
import { counted } from '../../lib/format.ts'
import { showInPlace } from '../../lib/telling.ts'
import { Banner } from '../../ui/banner.tsx'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { focusFirstInvalid } from '../../ui/fields/focus-first-invalid.ts'
import { QueryStates } from '../../ui/query-states.tsx'
import { configQuery } from '../organisation/config.ts'
import { protocolQuery } from '../protocols/protocols.api.ts'
import { whatHappened } from '../protocols/what-happened.ts'
import { useViewer } from '../session/session.tsx'
import { lostFilesWords, useDraftedMutation } from '../session/use-draft.ts'
import { checkAndReceive, checkFailed } from './check.api.ts'
import { CheckList } from './check-list.tsx'
import {
  foundIn,
  itemsToCheck,
  type Mark,
  type Marks,
  noteProblems,
  photoProblems,
  problemsByItem,
  unmarked,
} from './check-marks.ts'

interface CheckDraft {
  /** Without photos, which cannot be stored. */
  marks?: Marks
  /** Items whose occurrence is on record already: sent again, it would refuse the whole receipt. */
  registered?: readonly number[]
  photoCount?: number
}

interface CheckFormProps {
  isOpen: boolean
  id: number
  /** Absent until it is loaded. */
  protocol: ProtocolDetail | undefined
  /** Shown until then. */
  children: ReactNode
  onDone: () => void
  onClose: () => void
}

function CheckForm({ isOpen, id, protocol, children, onDone, onClose }: CheckFormProps) {
  const viewer = useViewer()
  const { data: config } = useQuery(configQuery)
  const [marks, setMarks] = useState<Marks>({})
  const [registered, setRegistered] = useState<ReadonlySet<number>>(new Set())
  const [missing, setMissing] = useState<string | false>(false)
  const [noteErrors, setNoteErrors] = useState<Record<number, string>>({})
  const items = itemsToCheck(protocol?.items ?? [])
  const found = foundIn(items, marks).filter(({ item }) => !registered.has(item.id))

  const { mutate, isPending, isSuccess, error, ...draft } = useDraftedMutation(checkAndReceive(useQueryClient()), {
    name: `check ${id}`,
    isChanged: found.length > 0,
    keep: (): CheckDraft => ({
      marks: Object.fromEntries(Object.entries(marks).map(([id, mark]) => [id, { ...mark, photos: [] }])),
      registered: [...registered],
      photoCount: found.reduce((sum, { photos }) => sum + photos.length, 0),
    }),
    restore: (kept) => {
      setMarks(kept.marks ?? {})
      setRegistered(new Set(kept.registered))
      setMissing(lostFilesWords(kept.photoCount ?? 0))
    },
    reset: () => setMarks({}),
  })
  const change = useCallback((itemId: number, part: Partial<Mark>) => {
    setMarks((before) => ({ ...before, [itemId]: { ...(before[itemId] ?? unmarked), ...part } }))
    setNoteErrors(({ [itemId]: _, ...others }) => others)
  }, [])

  const receives = protocol !== undefined && canReceive(viewer, protocol).allowed
  const overtaken = isPending || isSuccess || receives ? null : whatHappened(protocol ?? {})
  // What was found can still be put on record after a colleague has received the protocol.
  const isReceived = protocol?.status === protocolStatus.inProgress
  const photoErrors = photoProblems(found, config?.uploadMaxMb)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget
    const showErrors = (errors: typeof noteErrors) => {
      flushSync(() => setNoteErrors(errors))
      focusFirstInvalid(form)
    }
    const problems = noteProblems(found)
    if (Object.keys({ ...problems, ...photoErrors }).length > 0) return showErrors(problems)
    setNoteErrors({})
    mutate(
      {
        id,
        found,
        registered: registered.size,
        receives,
        onRegistered: (itemId) => setRegistered((before) => new Set([...before, itemId])),
      },
      {
        onSuccess: () => {
          onDone()
          onClose()
        },
        onError: (failure) => {
          showInPlace()
          if (!(failure instanceof ApiError)) return
          const sent = found.filter(({ photos }) => photos.length === 0)
          showErrors(problemsByItem(sent, Object.entries(failure.errors)))
        },
      },
    )
  }
  const onlyRecords = isReceived && !receives && !isSuccess
  const occurrences = counted(found.length, 'ocorrência', 'ocorrências')
  const receiveLabel = found.length > 0 ? `Receber com ${occurrences}` : acts.receive.verb
  return (
    <FormDialog
      isOpen={isOpen}
      title={`${onlyRecords ? acts.check.verb : acts.check.name} protocolo #${id}`}
      size="lg"
      isSheet
      submitLabel={onlyRecords ? `Registrar ${occurrences}` : receiveLabel}
      busyLabel={receives ? 'Recebendo...' : 'Registrando...'}
      isBusy={isPending}
      isSubmitDisabled={!protocol || (overtaken !== null && !(isReceived && found.length > 0))}
      isDirty={draft.isDirty}
      error={error && overtaken === null ? errorMessage(error, checkFailed) : null}
      notice={
        overtaken && (
          <Banner tone="pending">
            <p>{overtaken}</p>
            {isReceived && <p>O que você encontrou ainda pode ser registrado.</p>}
          </Banner>
        )
      }
      onDiscard={draft.onDiscard}
      missing={missing}
      onGiveUp={draft.onGiveUp}
      onSubmit={submit}
      onClose={onClose}
    >
      {children}
      {protocol && (
        <CheckList
          items={items}
          marks={marks}
          registered={registered}
          noteErrors={noteErrors}
          photoErrors={photoErrors}
          maxMegabytes={config?.uploadMaxMb}
          onChange={change}
        />
      )}
    </FormDialog>
  )
}

interface CheckDialogProps {
  isOpen: boolean
  protocol: Pick<ProtocolRow, 'id'>
  onDone: () => void
  onClose: () => void
}

/** *Conferir e receber*: the items of a protocol, each as described unless one says otherwise (contract 20.51). */
export function CheckDialog({ protocol: { id }, ...dialog }: CheckDialogProps) {
  const protocol = useQuery(protocolQuery(id))
  return (
    <CheckForm {...dialog} id={id} protocol={protocol.data}>
      <QueryStates query={protocol} failed="Erro ao carregar os itens. Tente novamente." loading={<Loading />}>
        {() => null}
      </QueryStates>
    </CheckForm>
  )
}

const Loading = () => [1, 2, 3].map((row) => <Skeleton key={row} height={72} mb={12} />)
