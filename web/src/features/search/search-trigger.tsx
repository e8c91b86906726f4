import { UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { showOverlay, useOverlay } from '../../domain/screens/overlays.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import classes from './search-trigger.module.css'
import { commandKey } from './shortcut-keys.ts'
import { typedAhead } from './typed-ahead.ts'
import { useShortcuts } from './use-shortcuts.ts'

const SearchDialog = lazyPart(() =>
  import('./search-dialog.tsx').catch((error: unknown) => {
    // Stops capturing keys: without the dialog, no field will receive them.
    typedAhead.take()
    throw error
  }),
)
const ShortcutsDialog = lazyPart(() => import('./shortcuts-dialog.tsx'))
const LeaveQuestion = lazyPart(() => import('../../domain/session/leave-question.tsx'))

/** The button of search-and-go, with its keyboard shortcuts. The dialogs are loaded when first opened. */
export function SearchTrigger() {
  useShortcuts()
  const overlay = useOverlay()
  const [wasOpen, setWasOpen] = useState({ search: false, shortcuts: false, leave: false })
  if (overlay && !wasOpen[overlay]) setWasOpen({ ...wasOpen, [overlay]: true })
  const close = () => showOverlay(null)
  return (
    <>
      <UnstyledButton
        className={classes.trigger}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => showOverlay('search')}
      >
        <IconSearch size={18} stroke={1.6} aria-hidden />
        <span className={classes.words}>Busca rápida</span>
        <kbd className={classes.keys}>{commandKey}K</kbd>
      </UnstyledButton>

      {wasOpen.search && <SearchDialog isOpen={overlay === 'search'} onClose={close} />}
      {wasOpen.shortcuts && <ShortcutsDialog isOpen={overlay === 'shortcuts'} onClose={close} />}
      {wasOpen.leave && <LeaveQuestion isOpen={overlay === 'leave'} onClose={close} />}
    </>
  )
}
