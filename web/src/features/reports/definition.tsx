import { ActionIcon, Popover } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { floatingButton } from '../../ui/floating-button.ts'
import classes from './definition.module.css'

interface DefinitionProps {
  /** The name of the number that is explained. */
  of: string
  children: ReactNode
}

/** A button that explains a number; unlike a tooltip, it also works by touch and keyboard. */
export function Definition({ of, children }: DefinitionProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover opened={isOpen} onChange={setOpen} width={300} shadow="md" withArrow>
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={24}
          className={classes.button}
          aria-label={`O que significa: ${of}`}
          {...floatingButton('dialog', isOpen, setOpen)}
        >
          <IconInfoCircle size={16} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={of}>{children}</Popover.Dropdown>
    </Popover>
  )
}
