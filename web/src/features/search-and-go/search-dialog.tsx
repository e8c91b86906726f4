import { Modal } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import { useRouter } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { focusContent } from '../../lib/content.ts'
import type { Entry } from './entries.ts'
import { SearchField } from './search-field.tsx'

interface SearchDialogProps {
  isOpen: boolean
  onClose: () => void
}

/** Search-and-go (contract 2.15.1): one field, and what it finds, by keyboard. Loaded when it is first opened. */
export default function SearchDialog({ isOpen, onClose }: SearchDialogProps) {
  // A dialog remembers where the focus was when it opens, not when it is born open.
  const isReady = useMounted()
  const router = useRouter()
  // Whoever goes somewhere is there; the focus does not go back to where they came from.
  const [isElsewhere, setElsewhere] = useState(false)
  if (isOpen && isElsewhere) setElsewhere(false)
  // What opens another dialog waits until the focus is back where that one shall return it to.
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
    // Somewhere else on the same page, what had the focus before may be gone.
    if (document.activeElement === document.body) focusContent()
  }
  return (
    <Modal.Root
      opened={isReady && isOpen}
      onClose={onClose}
      size="lg"
      yOffset="10dvh"
      returnFocus={!isElsewhere}
      onExitTransitionEnd={finish}
    >
      <Modal.Overlay backgroundOpacity={0.45} />
      <Modal.Content radius="lg" aria-label="Busca rápida">
        <Modal.Body p={0}>
          <SearchField onChoose={choose} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
