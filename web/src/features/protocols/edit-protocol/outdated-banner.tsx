import { Button, Group } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Banner } from '../../../ui/banner.tsx'

/**
 * Says that another user saved first. It takes the focus to scroll into view, because the submit button is at the end
 * of the form.
 */
export function OutdatedBanner({ message, onReload }: { message: string; onReload: () => void }) {
  const banner = useRef<HTMLDivElement>(null)
  useEffect(() => banner.current?.focus(), [])
  return (
    <div ref={banner} tabIndex={-1}>
      <Banner tone="danger">
        <Group gap="xs" justify="space-between">
          <p>{message} O que você digitou aqui não será mantido.</p>
          <Button variant="default" size="compact-md" onClick={onReload}>
            Ver a nova versão
          </Button>
        </Group>
      </Banner>
    </div>
  )
}
