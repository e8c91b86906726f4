import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
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
 * No violation of WCAG 2.2 AA on what the page shows now. Checks both themes; the second one
 * differs only in colours, so only these are checked again.
 */
export async function expectAccessible(page: Page, what: string) {
  await expectAccessibleAsItIs(page, what)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectTheme(page, 'dark')
  expect(await page.evaluate(judge, { dialogs, standards: null }), `${what}, in the dark theme`).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
  await expectTheme(page, 'light')
}

/** The same in the present theme only, for a page whose app is not loaded and cannot change it. */
export async function expectAccessibleAsItIs(page: Page, what: string) {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axeSource)
  expect(await page.evaluate(judge, { dialogs, standards }), what).toEqual([])
}

/**
 * Without `standards` only the contrast of the colours, which is most of the work of axe. It is checked in the first
 * three of siblings of the same class, such as the rows of a table: the others have the same colours.
 */
async function judge({ dialogs, standards }: { dialogs: string; standards: string[] | null }) {
  // During a colour transition the contrast is not the designed one.
  for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish()
  // A button partly covered by the sticky bar counts as too small.
  window.scrollTo(0, 0)
  const isAlike = (element: Element | null, other: Element) =>
    element?.tagName === other.tagName && element.className === other.className
  const alike = [...document.querySelectorAll('body *')].filter((element) => {
    let before = element.previousElementSibling
    for (let count = 0; count < 3; count += 1) {
      if (!isAlike(before, element)) return false
      before = before?.previousElementSibling ?? null
    }
    return true
  })
  const include = document.querySelector(dialogs) ? [[dialogs]] : [document]
  const check = async (context: object, options: object) =>
    (await axe.run(context, { resultTypes: ['violations'], preload: false, iframes: false, ...options })).violations
  const found = [
    ...(standards
      ? await check(
          { include },
          {
            runOnly: { type: 'tag', values: standards },
            // Open lists and menus are in a portal outside of every landmark, as the ARIA pattern allows.
            rules: { region: { enabled: false }, 'color-contrast': { enabled: false } },
          },
        )
      : []),
    ...(await check({ include, exclude: alike }, { runOnly: { type: 'rule', values: ['color-contrast'] } })),
  ]
  return found.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(' | ')}`,
  )
}
