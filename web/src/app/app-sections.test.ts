import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { appSections } from './app-sections.ts'

it('knows the first segment of every route of the app', () => {
  const routes = readFileSync(new URL('../routeTree.gen.ts', import.meta.url), 'utf8')
  const sections = [...routes.matchAll(/fullPath: '\/([^/']*)/g)].map(([, section]) => section)
  expect(new Set(sections)).toEqual(appSections)
})
