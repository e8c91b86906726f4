import type { DashboardStats, Figures as FigureValues } from '@malote/core/dashboard/dashboard.ts'
import { type ProtocolStatus, protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { Skeleton } from '@mantine/core'
import { IconArrowDownRight, IconArrowRight, IconArrowUpRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { formatNumber } from '../../lib/format.ts'
import { changeWords } from './change-words.ts'
import classes from './figures.module.css'

interface FigureKind {
  field: keyof FigureValues
  label: string
  status?: ProtocolStatus
}

const figures: readonly FigureKind[] = [
  { field: 'totalProtocols', label: 'Total de Protocolos' },
  { field: 'pendingProtocols', label: 'Pendentes', status: protocolStatus.pending },
  { field: 'completedProtocols', label: 'Concluídos', status: protocolStatus.completed },
  { field: 'canceledProtocols', label: 'Cancelados', status: protocolStatus.cancelled },
]

/** Four numbers in a row, each a link to the protocols that it counts. */
export function Figures({ stats }: { stats: DashboardStats | undefined }) {
  return (
    <ul className={classes.row}>
      {figures.map((kind) => (
        <li key={kind.field} className={classes.cell}>
          {stats ? <Figure kind={kind} stats={stats} /> : <FigureSkeleton label={kind.label} />}
        </li>
      ))}
    </ul>
  )
}

function Figure({ kind: { field, label, status }, stats }: { kind: FigureKind; stats: DashboardStats }) {
  const value = stats[field]
  const before = stats.previousPeriod?.[field]
  return (
    <Link
      className={classes.figure}
      to="/protocolos"
      search={{ status, startDate: stats.from ?? undefined, endDate: stats.to ?? undefined }}
    >
      <span className={classes.label} data-status={status}>
        {label}
      </span>
      <span className={classes.value}>{typeof value === 'number' ? formatNumber(value) : '—'}</span>
      {typeof value === 'number' && typeof before === 'number' && (
        <Change difference={value - before} before={before} />
      )}
    </Link>
  )
}

function Change({ difference, before }: { difference: number; before: number }) {
  const Icon = difference > 0 ? IconArrowUpRight : difference < 0 ? IconArrowDownRight : IconArrowRight
  return (
    <span className={classes.change} title={`No período anterior: ${formatNumber(before)}`}>
      <Icon size={14} stroke={1.75} aria-hidden />
      {changeWords(difference)}
    </span>
  )
}

const FigureSkeleton = ({ label }: { label: string }) => (
  <div className={classes.figure}>
    <span className={classes.label}>{label}</span>
    <Skeleton height={28} width={64} my={4} />
    <Skeleton height={12} width="70%" mt={4} />
  </div>
)
