import { Anchor, type AnchorProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { NativeAnchor } from './native-anchor.ts'

/** A link in text, typed by the router. */
export const AnchorLink = createLink((props: AnchorProps & NativeAnchor) => <Anchor {...props} />)
