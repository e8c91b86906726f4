import type { EnrolledMethod } from '@malote/core/auth/second-step.ts'
import { Button, Skeleton } from '@mantine/core'
import { IconDeviceMobile, IconKey } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { counted, formatDateAtTime } from '../../lib/format.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { Card } from '../../ui/card.tsx'
import { useDialog } from '../../ui/dialog/use-dialog.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { canUsePasskeys } from './passkey.ts'
import { secondStepQuery } from './second-step.api.ts'
import classes from './second-step.module.css'
import { useEnrolment } from './use-enrolment.tsx'

const RemoveMethodDialog = lazyPart(async () => ({ default: (await import('./dialogs.ts')).RemoveMethodDialog }))

/** At most this many recovery codes left are few. */
const few = 3

/** The user's second step in the profile. */
export function SecondStepSection() {
  const secondStep = useQuery(secondStepQuery)
  const { startTotp, startPasskey, startRenewal, isBusy, dialogs } = useEnrolment()
  const removal = useDialog<EnrolledMethod>()
  const { required = false, methods = [], recoveryCodesLeft = 0 } = secondStep.data ?? {}
  const hasTotp = methods.some(({ kind }) => kind === 'totp')
  return (
    <Card
      title="Verificação em duas etapas"
      aside={methods.length > 0 && <StatusBadge tone="success">Ativa</StatusBadge>}
    >
      <p className="soft">
        Além da senha, confirme cada entrada com um código do celular ou com uma chave de acesso. Assim, quem descobrir
        a sua senha não entra.{required && <span> A sua organização exige esta verificação.</span>}
      </p>
      <QueryStates
        query={secondStep}
        failed="Erro ao carregar a verificação em duas etapas. Tente novamente."
        loading={<Skeleton height={48} mt={12} />}
      >
        {() => (
          <>
            {methods.length > 0 && (
              <ul className="no-bullets mt-12" aria-label="Formas de verificação">
                {methods.map((method) => (
                  <MethodRow key={method.id} method={method} onRemove={() => removal.open(method)} />
                ))}
                <li className={classes.method}>
                  <div>
                    <p className={classes.name}>Códigos de recuperação</p>
                    <p className="soft small numbers">
                      {counted(recoveryCodesLeft, 'código ainda não usado', 'códigos ainda não usados')}
                      {recoveryCodesLeft <= few && <span>. Gere novos, para não ficar sem.</span>}
                    </p>
                  </div>
                  <BusyButton variant="default" size="xs" isBusy={isBusy} onClick={startRenewal}>
                    Gerar novos códigos
                  </BusyButton>
                </li>
              </ul>
            )}
            <div className={classes.add}>
              <BusyButton
                variant="default"
                leftSection={<IconDeviceMobile size={16} aria-hidden />}
                isBusy={isBusy}
                onClick={startTotp}
              >
                {hasTotp ? 'Trocar de celular' : 'Configurar aplicativo'}
              </BusyButton>
              {canUsePasskeys() && (
                <Button variant="default" leftSection={<IconKey size={16} aria-hidden />} onClick={startPasskey}>
                  Adicionar chave de acesso
                </Button>
              )}
            </div>
          </>
        )}
      </QueryStates>
      {dialogs}
      {removal.subject && (
        <RemoveMethodDialog
          key={removal.opening}
          isOpen={removal.isOpen}
          method={removal.subject}
          isLast={methods.length <= 1}
          onClose={removal.close}
        />
      )}
    </Card>
  )
}

function MethodRow({ method, onRemove }: { method: EnrolledMethod; onRemove: () => void }) {
  const { kind, name, createdAt, lastUsedAt } = method
  const Icon = kind === 'totp' ? IconDeviceMobile : IconKey
  return (
    <li className={classes.method}>
      <div>
        <p className={classes.name}>
          <Icon size={18} stroke={1.75} aria-hidden />
          {name}
        </p>
        <p className="soft small numbers">
          {kind === 'passkey' && <span>Chave de acesso · </span>}Desde {formatDateAtTime(createdAt)} ·{' '}
          {lastUsedAt ? (
            <>
              Último uso: <TimeAgo instant={lastUsedAt} isInSentence />
            </>
          ) : (
            <span>{`Ainda não ${kind === 'totp' ? 'usado' : 'usada'}`}</span>
          )}
        </p>
      </div>
      <Button variant="default" size="xs" aria-label={`Remover ${name}`} onClick={onRemove}>
        Remover
      </Button>
    </li>
  )
}
