import { ActionIcon, Button, CloseButton } from '@mantine/core'
import { IconDots, type TablerIcon } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import { focusContent } from '../../lib/content.ts'
import { counted, formatNumber } from '../../lib/format.ts'
import { ActionMenu, ActionMenuItem } from '../action-menu.tsx'
import { BusyButton } from '../busy-button.tsx'
import { Spoken } from '../spoken.tsx'
import { useIsNarrow, useMedia } from '../use-media.ts'
import classes from './table.module.css'

export interface BarAction {
  label: string
  icon: TablerIcon
  onPress: () => void
}

interface Whole {
  total: number
  limit: number
  isBusy: boolean
  onChoose: () => Promise<void>
}

interface SelectionBarProps {
  /** '3 item(ns) selecionado(s)' */
  words: string
  count: number
  /** The checkbox above the rows, for phones, where the table has no header. */
  selectPage: ReactNode
  /** Chooses what the other pages have as well; null when there is nothing more to choose. */
  whole: Whole | null
  /** Rows of the whole list that cannot be chosen, once the whole list was chosen. */
  leftOut?: number
  actions: readonly BarAction[]
  onClear: () => void
  /** It stands at the foot of the window, also above the rows: shown only while something is chosen. */
  isFloating?: boolean
}

/** What is chosen in a list, and what can be done with it. On phones the actions stay at the bottom of the screen. */
export function SelectionBar(props: SelectionBarProps) {
  const { words, count, selectPage, whole, leftOut = 0, actions, onClear, isFloating } = props
  const isNarrow = useIsNarrow()
  const isWide = useMedia('(min-width: 80em)', true)
  // The bar stays one line high, so that choosing a row does not move the rows.
  const shown = isWide ? 2 : 1
  const others = actions.slice(shown)
  const wholeButton = useRef<HTMLButtonElement>(null)
  const clearButton = useRef<HTMLButtonElement>(null)
  const chooseWhole = async ({ onChoose }: Whole) => {
    await onChoose()
    // The pressed button unmounts.
    if (document.activeElement === wholeButton.current) clearButton.current?.focus()
  }
  const clear = () => {
    onClear()
    focusContent() // the pressed button unmounts
  }
  return (
    <div className={classes.bar} data-busy={count > 0} data-floating={isFloating}>
      {isNarrow && selectPage}
      <Spoken className={classes.count}>{words}</Spoken>
      {leftOut > 0 && (
        <span className={classes.soft}>
          {counted(leftOut, 'não pode ser selecionado', 'não podem ser selecionados')}
        </span>
      )}
      {whole && (
        <BusyButton
          ref={wholeButton}
          variant="subtle"
          size="compact-sm"
          isBusy={whole.isBusy}
          onClick={() => chooseWhole(whole)}
        >
          {whole.isBusy ? 'Selecionando...' : wholeLabel(whole)}
        </BusyButton>
      )}
      {count > 0 && (
        <CloseButton ref={clearButton} size="sm" aria-label="Desmarcar todos" title="Desmarcar todos" onClick={clear} />
      )}
      {actions.length > 0 && (
        <div className={classes.actions}>
          {actions.slice(0, shown).map((action, index) => (
            <ActionButton
              key={action.label}
              action={action}
              isMain={count > 0 && index === 0}
              // The press means all rows, also those that are still being chosen.
              isAwaiting={whole?.isBusy ?? false}
            />
          ))}
          {others.length > 0 && !whole?.isBusy && <MoreActions actions={others} />}
        </div>
      )}
    </div>
  )
}

const wholeLabel = ({ total, limit }: Whole) =>
  total > limit ? `Selecionar os primeiros ${formatNumber(limit)}` : `Selecionar todos os ${formatNumber(total)}`

/** The line above a list: quick filters and the selection. It stays in sight while rows are chosen. */
export const ListBar = ({ isSelecting, children }: { isSelecting: boolean; children: ReactNode }) => (
  <div className={classes.line} data-selecting={isSelecting}>
    {children}
  </div>
)

interface ActionButtonProps {
  action: BarAction
  isMain: boolean
  isAwaiting: boolean
}

const ActionButton = ({ action: { label, icon: Icon, onPress }, isMain, isAwaiting }: ActionButtonProps) => (
  <Button
    variant={isMain ? 'filled' : 'default'}
    leftSection={<Icon size={16} aria-hidden />}
    disabled={isAwaiting}
    onClick={onPress}
  >
    {label}
  </Button>
)

const MoreActions = ({ actions }: { actions: readonly BarAction[] }) => (
  <ActionMenu
    width={240}
    target={(opens) => (
      <ActionIcon {...opens} variant="default" className={classes.more} aria-label="Mais ações">
        <IconDots size={18} aria-hidden />
      </ActionIcon>
    )}
  >
    {actions.map(({ label, icon, onPress }) => (
      <ActionMenuItem key={label} icon={icon} onPress={onPress}>
        {label}
      </ActionMenuItem>
    ))}
  </ActionMenu>
)
