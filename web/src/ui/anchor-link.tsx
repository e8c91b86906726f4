import { Anchor, type AnchorProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'

/** Native props of `<a>`, without those that Mantine defines differently. */
export type NativeAnchor = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'style' | 'color'> & {
  ref?: Ref<HTMLAnchorElement>
}

/** A link in text, typed by the router. */
export const AnchorLink = createLink((props: AnchorProps & NativeAnchor) => <Anchor {...props} />)
