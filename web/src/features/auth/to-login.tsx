import { Button, type ButtonProps } from '@mantine/core'
import { followLink } from '../../lib/history.ts'

export const ToLogin = (props: ButtonProps) => (
  <Button component="a" href="/login" onClick={followLink} fullWidth {...props} />
)
