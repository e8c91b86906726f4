import { UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { isOverlayOpen, showOverlay, useOverlay } from '../../domain/screens/overlays.ts'
import { isTyping } from '../../lib/is-typing.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import classes from './search.module.css'
import { commandKey, singleKeys } from './shortcut-keys.ts'
import { typedAhead } from './typed-ahead.ts'

const SearchDialog = lazyPart(() =>
  import('./search-dialog.tsx').catch((error: unknown) => {
    // Stops capturing keys: without the dialog, no field will receive them.
    typedAhead.take()
    throw error
  }),
)
const ShortcutsDialog = lazyPart(() => import('./shortcuts-dialog.tsx'))
const LeaveQuestion = lazyPart(() => import('../../domain/session/leave-question.tsx'))

const newProtocol = '/protocolos/novo'

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
        <kbd className={classes.searchTriggerKeys}>{commandKey}K</kbd>
      </UnstyledButton>

      {wasOpen.search && <SearchDialog isOpen={overlay === 'search'} onClose={close} />}
      {wasOpen.shortcuts && <ShortcutsDialog isOpen={overlay === 'shortcuts'} onClose={close} />}
      {wasOpen.leave && <LeaveQuestion isOpen={overlay === 'leave'} onClose={close} />}
    </>
  )
}

/** Ctrl+K (⌘K) works everywhere; `?` and `N` only outside text fields and dialogs. */
function useShortcuts() {
  const router = useRouter()
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.isComposing || event.repeat || event.altKey) return
      const hasCommand = event.ctrlKey || event.metaKey
      if (hasCommand && !event.shiftKey && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        if (document.querySelector('[role="alertdialog"]')) return
        if (!isOverlayOpen()) typedAhead.listen(() => showOverlay(null))
        showOverlay('search')
        return
      }
      const isFree = !hasCommand && !isTyping(event.target) && !document.querySelector('[aria-modal="true"]')
      if (!isFree || !singleKeys.isOn()) return
      if (event.key === '?') showOverlay('shortcuts')
      if (event.key.toLowerCase() !== 'n') return
      // A form that was sent stays until the code of the next page is there: it must not become the new one.
      if ([router.state.location, router.state.resolvedLocation].some((at) => at?.pathname === newProtocol)) return
      event.preventDefault() // or the letter goes into the form that opens
      router.history.push(newProtocol)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [router])
}
