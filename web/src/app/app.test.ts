import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { appSections } from './app-sections.ts'
import { parseSearch, stringifySearch } from './router.ts'

describe('app sections', () => {
  it('knows the first segment of every route of the app', () => {
    const routes = readFileSync(new URL('../routeTree.gen.ts', import.meta.url), 'utf8')
    const sections = [...routes.matchAll(/fullPath: '\/([^/']*)/g)].map(([, section]) => section)
    expect(new Set(sections)).toEqual(appSections)
  })
})

describe('search params', () => {
  it.each(['318', 'true', '"aspas"', 'Jurídico & RH', 'a+b', '{}'])('keeps the search %s as it was typed', (search) => {
    expect(parseSearch(stringifySearch({ search }))).toEqual({ search })
  })

  it('writes numbers and texts alike, and nothing for what is not set', () => {
    expect(stringifySearch({ search: '318', page: 2, status: undefined })).toBe('?search=318&page=2')
    expect(stringifySearch({ page: undefined })).toBe('')
  })
})
