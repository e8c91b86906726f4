import { Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { NativeAnchor } from './anchor-link.tsx'

/** A link that looks like a button, typed by the router. */
export const LinkButton = createLink((props: ButtonProps & NativeAnchor) => <Button component="a" {...props} />)
