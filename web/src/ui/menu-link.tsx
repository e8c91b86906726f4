import { Menu, type MenuItemProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { NativeAnchor } from './links.tsx'

/** A menu item that is a link, typed by the router. */
export const MenuLink = createLink((props: MenuItemProps & NativeAnchor & { children?: ReactNode }) => (
  <Menu.Item component="a" {...props} />
))
