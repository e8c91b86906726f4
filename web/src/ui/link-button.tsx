import { Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { NativeAnchor } from './text-link.tsx'

/** A link that looks like a button, typed by the router; never the current one, see `TextLink`. */
export const LinkButton = createLink(({ 'aria-current': _, ...props }: ButtonProps & NativeAnchor) => (
  <Button component="a" {...props} />
))
