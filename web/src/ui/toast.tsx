import { ActionIcon, Anchor, Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { ErrorCode } from './error-code.tsx'
import { ToastIcon } from './toast-icon.tsx'
import classes from './toaster.module.css'
import { dismissToast, type ToastMessage } from './toasts.ts'

const readableFor = 5000

export function Toast({ toast: { id, text, tone, link, action, code } }: { toast: ToastMessage }) {
  const [isHeld, setHeld] = useState(false)
  const isLasting = tone === 'danger'

  // A toast stays while the pointer or the focus is on it.
  useEffect(() => {
    if (isLasting || isHeld) return
    const timer = setTimeout(() => dismissToast(id), readableFor)
    return () => clearTimeout(timer)
  }, [id, isLasting, isHeld])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only detects hover and focus
    <div
      className={classes.toast}
      data-tone={tone}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span className={classes.icon}>
        <ToastIcon tone={tone} />
      </span>
      <div className={classes.words}>
        <p role={isLasting ? 'alert' : 'status'}>
          {text}{' '}
          {link && (
            <Anchor href={link.path} target="_blank" inherit>
              {link.label}
            </Anchor>
          )}
        </p>
        {code && <ErrorCode code={code} />}
      </div>
      {action && (
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => {
            dismissToast(id)
            action.run()
          }}
        >
          {action.label}
        </Button>
      )}
      <ActionIcon variant="subtle" color="gray" aria-label="Fechar aviso" onClick={() => dismissToast(id)}>
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </div>
  )
}
