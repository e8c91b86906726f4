import { UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { showOverlay, useOverlay } from '../../domain/screens/overlays.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import classes from './search-trigger.module.css'
import { commandKey } from './shortcut-keys.ts'
import { typedAhead } from './typed-ahead.ts'
import { useShortcuts } from './use-shortcuts.ts'

const SearchDialog = lazyPart(() =>
  import('./search-dialog.tsx').catch((error: unknown) => {
    // Without its field nobody takes what is typed.
    typedAhead.take()
    throw error
  }),
)
const ShortcutsDialog = lazyPart(() => import('./shortcuts-dialog.tsx'))
const LeaveQuestion = lazyPart(() => import('../../domain/session/leave-question.tsx'))

/** Opens search-and-go, and listens for its keys. The dialogs load when they are first asked for. */
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
      <Suspense>
        {wasOpen.search && <SearchDialog isOpen={overlay === 'search'} onClose={close} />}
        {wasOpen.shortcuts && <ShortcutsDialog isOpen={overlay === 'shortcuts'} onClose={close} />}
        {wasOpen.leave && <LeaveQuestion isOpen={overlay === 'leave'} onClose={close} />}
      </Suspense>
    </>
  )
}
