import { Menu, type MenuItemProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { NativeAnchor } from './anchor-link.tsx'

/** An entry of a menu that leads somewhere, typed by the router. */
export const MenuLink = createLink((props: MenuItemProps & NativeAnchor & { children?: ReactNode }) => (
  <Menu.Item component="a" {...props} />
))
