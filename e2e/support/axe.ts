import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { serversVariable } from './server.ts'
import { expectTheme } from './vocabulary.ts'

// We do not use its builder: for frames, which we do not have, it reloads the rules several times and opens a tab.
const axeSource = readFileSync(
  createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
)

declare const axe: {
  run: (context: unknown, options: object) => ReturnType<AxeBuilder['analyze']>
}

/** Content behind an open dialog is inert, so it is not checked. */
const dialogs = '[aria-modal=true]'

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * File with what an element and all of its ancestors say about its colours, as a number each; those whose contrast and
 * size any worker of this run has checked. Most of a screen has been on another one, and these two rules are most of the
 * work of axe.
 */
const checked = () => join(process.env[serversVariable] ?? '', 'checked-looks')

/**
 * No violation of WCAG 2.2 AA on what the page shows, which is waited for. Checks both themes; the second one
 * differs only in colours, so only these are checked again, if the page shows something new.
 */
export async function expectAccessible(page: Page, what: string) {
  if (!(await expectAccessibleAsItIs(page, what))) return
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectTheme(page, 'dark')
  await expectNone(page, null, `${what}, in the dark theme`)
  await page.emulateMedia({ colorScheme: 'light' })
  await expectTheme(page, 'light')
}

/**
 * The same in the present theme only, for a page whose app is not loaded and cannot change it.
 *
 * @returns whether the page shows something that no page showed before in this run
 */
export async function expectAccessibleAsItIs(page: Page, what: string): Promise<boolean> {
  // Before that it has neither a main part nor a title.
  await expect(page.locator(`main h1, ${dialogs}`).first(), what).toBeAttached()
  // Old rows are pale until the new ones are there.
  await expect(page.locator('[data-dimmed=true]'), what).toHaveCount(0)
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axeSource)
  return expectNone(page, standards, what)
}

async function expectNone(page: Page, standards: string[] | null, what: string): Promise<boolean> {
  const known = existsSync(checked()) ? readFileSync(checked(), 'utf8') : ''
  const { violations, fresh } = await page.evaluate(judge, { dialogs, standards, known })
  expect(violations, what).toEqual([])
  appendFileSync(checked(), fresh)
  return fresh !== ''
}

/**
 * Without `standards` only the contrast of the colours.
 *
 * @param known what was checked before, a line each: parts of the page that consist of it, or of what stands earlier on the page, are
 * not checked again
 */
async function judge({
  dialogs,
  standards,
  known,
}: {
  dialogs: string
  standards: string[] | null
  known: string
}): Promise<{ violations: string[]; fresh: string }> {
  // During a colour transition the contrast is not the designed one.
  for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish()
  const seen = new Set(known.split('\n').map(Number))
  let fresh = ''
  const hash = (text: string, start: number) => {
    let sum = start
    for (let at = 0; at < text.length; at += 1) sum = (Math.imul(sum, 31) + text.charCodeAt(at)) | 0
    return sum
  }
  const isColour = ({ name }: Attr) =>
    ['class', 'style', 'type', 'disabled'].includes(name) ||
    /^(data-|aria-(?!.*(label|by|controls|owns|descendant)))/.test(name)
  const look = (element: Element) =>
    [
      element.localName,
      ...[...element.attributes].filter(isColour).map(({ name, value }) => `${name}=${value}`),
      element.checkVisibility(),
      'value' in element
        ? element.value !== ''
        : [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim()),
      element.matches(':checked') && 'checked',
      // What an act leaves focused, so that the keyboard goes on there, looks no different.
      element.matches(':focus:not(main)') && 'focused',
    ].join()
  /** The largest parts of this one that need no check. */
  const partsSeen = (element: Element, above: number): Element[] => {
    const own = hash(look(element), above)
    const isSeen = seen.has(own)
    if (!isSeen) {
      seen.add(own)
      fresh += `${own}\n`
    }
    const children = [...element.children]
    const parts = children.map((child) => partsSeen(child, own))
    const isWhole = isSeen && children.every((child, index) => parts[index]?.[0] === child)
    return isWhole ? [element] : parts.flat()
  }
  const open = [...document.querySelectorAll(dialogs)]
  // A button partly covered by the sticky bar counts as too small. A popover would be hidden with its button.
  if (open.length === 0) window.scrollTo(0, 0)
  const roots = open.length > 0 ? open : [document.documentElement]
  const exclude = roots.flatMap((root) => {
    const above: string[] = []
    for (let element = root.parentElement; element; element = element.parentElement) above.unshift(look(element))
    // Sizes depend on the width, and colours could. The dark theme replaces colours, at every width alike.
    return partsSeen(root, hash([standards ? innerWidth : 'dark', ...above].join(), 7))
  })

  const check = async (context: object, options: object) =>
    (await axe.run(context, { resultTypes: ['violations'], preload: false, iframes: false, ...options })).violations
  const found = [
    ...(standards
      ? await check(
          { include: roots },
          {
            runOnly: { type: 'tag', values: standards },
            // Open lists and menus are in a portal outside of every landmark, as the ARIA pattern allows.
            rules: {
              region: { enabled: false },
              'color-contrast': { enabled: false },
              'target-size': { enabled: false },
            },
          },
        )
      : []),
    ...(roots.every((root) => exclude.includes(root))
      ? []
      : await check(
          { include: roots, exclude },
          { runOnly: { type: 'rule', values: ['color-contrast', ...(standards ? ['target-size'] : [])] } },
        )),
  ]
  const violations = found.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(' | ')}`,
  )
  return { violations, fresh }
}
