import type { Item } from '@malote/core/items/item.ts'
import { Button } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { formatDate, formatDateAtTime } from '../../lib/format.ts'
import { type Description, DescriptionList } from '../../ui/description-list.tsx'
import { DotLabel } from '../../ui/dot-label.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'
import { type ItemAction, itemActionsFor } from './item-actions.ts'
import { ItemAttachments } from './item-attachments.tsx'
import { DueDate, type ItemContext } from './item-columns.tsx'
import classes from './item-panel.module.css'
import { ItemStatusBadge } from './item-status-badge.tsx'

interface ItemPanelProps {
  /** null when the panel is closed. */
  item: Item | null
  context: ItemContext
  /** A dialog lies above the panel. */
  isCovered: boolean
  onClose: () => void
}

export function ItemPanel({ item, context, isCovered, onClose }: ItemPanelProps) {
  // The last item stays in sight while the panel slides out.
  const last = useRef(item)
  if (item) last.current = item
  const shown = last.current
  const { viewer, protocol, onAction } = context
  const actions = shown ? itemActionsFor(viewer, protocol, shown) : []
  return (
    <SidePanel
      isOpen={item !== null}
      title="Detalhes do Item"
      isCovered={isCovered}
      onClose={onClose}
      footer={
        actions.length > 0 && <Actions actions={actions} onPress={(action) => shown && onAction(action, shown)} />
      }
    >
      {shown && <Content item={shown} context={context} />}
    </SidePanel>
  )
}

function Content({ item, context }: { item: Item; context: ItemContext }) {
  return (
    <div className={classes.content}>
      <div className={classes.name}>
        <h3 className={classes.document}>{item.documentNumber || 'Sem número'}</h3>
        <ItemStatusBadge status={item.status} />
      </div>
      <DescriptionList items={facts(item, context)} />
      <Section title="Motivo / Observações">
        <p className={classes.text}>{item.reason || 'Nenhum motivo registrado'}</p>
      </Section>
      {item.cancelReason && (
        <Section title="Motivo do cancelamento">
          <p className={classes.text}>{item.cancelReason}</p>
        </Section>
      )}
      <Section title="Anexos">
        <ItemAttachments attachments={item.attachments ?? []} />
      </Section>
    </div>
  )
}

function facts(item: Item, { today }: ItemContext): Description[] {
  const { category, categoryColor, returnDate, originalReturnDate } = item
  const wasExtended = originalReturnDate && returnDate && originalReturnDate !== returnDate
  return [
    { term: 'Tipo', value: item.itemType },
    { term: 'Categoria', value: category && <DotLabel color={categoryColor ?? null}>{category}</DotLabel> },
    { term: 'Fornecedor', value: item.supplier },
    { term: 'Responsável', value: item.responsible, fallback: 'Não atribuído' },
    { term: 'Data de retorno prevista', value: returnDate && <DueDate item={item} today={today} /> },
    { term: 'Data de retorno efetiva', value: formatDateAtTime(item.actualReturnDate) },
    ...(wasExtended ? [{ term: 'Prazo original', value: formatDate(originalReturnDate) }] : []),
  ]
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h4 className={classes.term}>{title}</h4>
      {children}
    </section>
  )
}

interface ActionsProps {
  actions: ReturnType<typeof itemActionsFor>
  onPress: (action: ItemAction) => void
}

function Actions({ actions, onPress }: ActionsProps) {
  return actions.map(({ action, label, icon: Icon }, index) => (
    <Button
      key={action}
      variant={action === 'cancel' ? 'subtle' : index === 0 ? 'filled' : 'default'}
      {...(action === 'cancel' ? { color: 'red' } : {})}
      leftSection={<Icon size={16} aria-hidden />}
      onClick={() => onPress(action)}
    >
      {label}
    </Button>
  ))
}
