import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import classes from './filter-bar.module.css'

interface FilterToggleProps {
  label: string
  isOn: boolean
  onChange: (isOn: boolean) => void
}

/** A filter that is on or off, above a list. */
export const FilterToggle = ({ label, isOn, onChange }: FilterToggleProps) => (
  <Button
    variant={isOn ? 'light' : 'default'}
    size="compact-md"
    radius="xl"
    className={classes.toggle}
    aria-pressed={isOn}
    {...(isOn && { leftSection: <IconCheck size={14} aria-hidden /> })}
    onClick={() => onChange(!isOn)}
  >
    {label}
  </Button>
)
