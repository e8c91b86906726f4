import { globSync, readFileSync } from 'node:fs'
import { QueryClient } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Footer } from './layout/footer.tsx'
import { appSections } from './program.ts'
import { createAppRouter, parseSearch, stringifySearch } from './router.ts'

describe('app sections', () => {
  it('knows the first segment of every route of the app', () => {
    const { routesByPath } = createAppRouter(new QueryClient())
    const sections = Object.keys(routesByPath).map((path) => path.split('/')[1])
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

describe('the footer', () => {
  // proves 2.2.7
  it('says the year and whose the system is', () => {
    const words = renderToStaticMarkup(<Footer />).replace(/<[^>]+>/g, '')
    expect(words).toContain(String(new Date().getFullYear()))
    expect(words).toContain('Sistema de Gestão de Protocolos. Todos os direitos reservados.')
  })
})

describe('the colours', () => {
  const css = readFileSync(new URL('./theme/tokens.css', import.meta.url), 'utf8')

  const text = 4.5
  const shape = 3

  /** The least step of lightness between two colours of a chart. */
  const step = 1.5

  const statusTones = ['pending', 'progress', 'success', 'danger', 'returned', 'neutral']

  const chartLabel = (ink: string, tone: string): (typeof pairs)[number] => [ink, `chart-${tone}`, 4.4]

  const pairs: [foreground: string, background: string, minimum: number][] = [
    ...['canvas', 'surface', 'raised', 'hover', 'accent-soft'].flatMap((background): typeof pairs => [
      ['ink', background, text],
      ['ink-soft', background, text],
      ['accent', background, text],
    ]),
    ...['canvas', 'surface', 'raised'].map((background): (typeof pairs)[number] => ['control', background, shape]),
    ...['canvas', 'surface', 'raised'].map((background): (typeof pairs)[number] => ['danger-ink', background, text]),
    ...statusTones.map((tone): (typeof pairs)[number] => [`${tone}-ink`, `${tone}-bg`, text]),
    ...statusTones.map((tone): (typeof pairs)[number] => [`${tone}-ink`, 'surface', shape]),
    ...['accent', ...statusTones].map((tone): (typeof pairs)[number] => [`chart-${tone}`, 'surface', shape]),
    ...['accent', 'progress', 'success', 'danger', 'returned'].map((tone) => chartLabel('on-chart', tone)),
    ...['pending', 'neutral'].map((tone) => chartLabel('on-chart-pale', tone)),
    // Neighbours in a chart differ in lightness; red is also hatched, so it may be as light as another.
    ['chart-pending', 'chart-progress', step],
    ['chart-progress', 'chart-success', step],
    ['chart-neutral', 'chart-success', step],
    ['on-accent', 'accent', text],
    ['on-accent', 'accent-hover', text],
    ['on-danger', 'danger-fill', text],
    ['on-danger', 'danger-fill-hover', text],
    ['sidebar-ink', 'sidebar', text],
    ['sidebar-ink', 'sidebar-active', text],
    ['sidebar-soft', 'sidebar', text],
    ['sidebar-edge', 'sidebar-active', shape],
  ]

  describe.each(['light', 'dark'])('the %s theme', (theme) => {
    const tokens = tokensOf(theme)
    // proves 1.7, 14.2
    it.each(pairs)('shows %s on %s with a contrast of at least %f', (foreground, background, minimum) => {
      expect(contrast(colour(tokens, foreground), colour(tokens, background))).toBeGreaterThanOrEqual(minimum)
    })
  })

  function tokensOf(theme: string): Map<string, string> {
    const block = css.split(`color-scheme="${theme}"] {`)[1]?.split('}')[0] ?? ''
    return new Map(
      [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = '', value = '']) => [name, value]),
    )
  }

  function colour(tokens: Map<string, string>, name: string): string {
    const value = tokens.get(name)
    if (!value) throw new Error(`tokens.css has no colour --${name}`)
    return value
  }

  /** WCAG 2.2 contrast ratio of two `#rrggbb` colours. */
  function contrast(one: string, other: string): number {
    const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
    return (light + 0.05) / (dark + 0.05)
  }

  function luminance(hex: string): number {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
      const channel = Number.parseInt(hex.slice(start, start + 2), 16) / 255
      return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }

  it('no width is that of the window, to which a scroll bar belongs', () => {
    const web = new URL('../', import.meta.url).pathname
    const files = globSync('**/*.{css,tsx}', { cwd: web }).filter((file) => !file.endsWith('.test.tsx'))
    expect(files.length).toBeGreaterThan(100)
    expect(files.filter((file) => /\b(50|100)[sld]?vw\b/.test(readFileSync(`${web}${file}`, 'utf8')))).toEqual([])
  })
})
