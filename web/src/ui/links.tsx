import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'

/** Native props of `<a>`, without those that Mantine defines differently. */
export type NativeAnchor = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'style' | 'color'> & {
  ref?: Ref<HTMLAnchorElement>
}

/**
 * A link in text, typed by the router. Like all links outside of a navigation it is never the current one, although the
 * router says so of every link to a page above the present one, such as 'Cancelar'.
 */
export const TextLink = createLink(({ 'aria-current': _, ...props }: AnchorProps & NativeAnchor) => (
  <Anchor {...props} />
))

/** A link that looks like a button, typed by the router; never the current one, see `TextLink`. */
export const LinkButton = createLink(({ 'aria-current': _, ...props }: ButtonProps & NativeAnchor) => (
  <Button component="a" {...props} />
))
