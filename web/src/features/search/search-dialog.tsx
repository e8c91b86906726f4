import { Modal } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { focusContent } from '../../lib/content.ts'
import { useOpened } from '../../ui/use-opened.ts'
import type { Entry } from './entries.ts'
import { SearchField } from './search-field.tsx'

interface SearchDialogProps {
  isOpen: boolean
  onClose: () => void
}

/** Search-and-go (contract 2.15.1): a search field with results, operated by keyboard. Loaded when first opened. */
export default function SearchDialog({ isOpen, onClose }: SearchDialogProps) {
  const router = useRouter()
  // After navigating, the focus must not return to the previous element.
  const [isElsewhere, setElsewhere] = useState(false)
  if (isOpen && isElsewhere) setElsewhere(false)
  // An action that opens another dialog waits for the focus to return, so that that dialog can return it there too.
  const afterwards = useRef<(() => void) | null>(null)
  const choose = ({ go }: Entry) => {
    onClose()
    if (typeof go !== 'string') {
      afterwards.current = go
      return
    }
    setElsewhere(true)
    router.history.push(go)
  }
  const finish = () => {
    afterwards.current?.()
    afterwards.current = null
    // After navigating within a page, the element that had the focus may have unmounted.
    if (document.activeElement === document.body) focusContent()
  }
  return (
    <Modal.Root
      opened={useOpened(isOpen)}
      onClose={onClose}
      size="lg"
      yOffset="10dvh"
      returnFocus={!isElsewhere}
      onExitTransitionEnd={finish}
    >
      <Modal.Overlay />
      <Modal.Content aria-label="Busca rápida">
        <Modal.Body p={0}>
          <SearchField onChoose={choose} onClose={onClose} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
