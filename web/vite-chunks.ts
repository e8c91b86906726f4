import { resolve } from 'node:path'
import type { Rolldown } from 'vite'

type Context = Rolldown.ChunkingContext

const neededModules = new Map<keyof typeof firstPages, ReadonlySet<string>>()
const mantine = (...components: string[]) => `@mantine/core/esm/components/(${components.join('|')})/`
const anyOf = (...parts: string[]) => new RegExp(parts.join('|'))

/** What a visit begins with, and the modules that are loaded for it. */
const firstPages = {
  // main.tsx, and what all pages before the sign-in have in common.
  entrance: [
    'main.tsx',
    'ui/auth-frame.tsx',
    'lib/use-checked-form.ts',
    'ui/banner.tsx',
    'ui/fields/submit-button.tsx',
    'features/auth/keep-session.ts',
    'features/auth/to-login.tsx',
    // Of the privacy notice, which would otherwise load all schemas for it.
    '../../core/src/shared/measures.ts',
  ],
  app: [
    'lib/query-client.ts',
    'app/routes/tree.tsx',
    'app/open-app.tsx',
    'app/layout/app-layout.tsx',
    'features/live/shared-stream.ts',
    'features/backups/backup-notice.tsx',
  ],
  // The two pages that people begin with; what both have is in `app`.
  list: ['features/protocols/list/protocols-page.tsx'],
  day: ['features/dashboard/dashboard-page.tsx'],
  // About half of the schemas.
  items: ['../../core/src/items/item.wire.ts'],
  // What starts the app, and what surrounds its pages.
  frame: ['app/open-app.tsx', 'app/layout/app-layout.tsx', 'features/backups/backup-notice.tsx'],
}

/**
 * Groups modules into few chunks by when they are needed, because a page with a hundred small chunks would wait for
 * their round trips. Modules that only one or two pages use stay in those pages' chunks. Earlier groups have priority.
 */
export const chunks = [
  { name: 'react', test: /\/node_modules\/(react|react-dom|scheduler)\// },
  neededBy('entrance', 1, anyOf(mantine('TextInput', 'Anchor', 'Stack', 'PasswordInput', 'ActionIcon'))),
  // Not needed by the other pages before the sign-in. The app imports the checkbox, so when a session ends, the sign-in is
  // already loaded.
  { name: 'sign-in', test: anyOf('/features/auth/login-', mantine('Checkbox')) },
  {
    name: 'libraries',
    test: anyOf(
      '/node_modules/(zod|@tanstack|@floating-ui|use-sync-external-store|eventsource-parser)/(?!.*/useBlocker)',
      mantine('Popover', 'Menu', 'Tooltip', 'Portal'),
    ),
    minShareCount: 2,
  },
  // Making their schemas takes as long as the rest of the app, so they are evaluated by themselves, in two parts.
  { ...neededBy('items', 2, undefined, 'item-schemas'), test: /\/core\/src\// },
  { ...neededBy('app', 2, /\/search-hits\b/, 'schemas'), test: /\/core\/src\// },
  neededBy('app', 2, anyOf(mantine('Skeleton'))),
  neededBy('frame', 1),
  neededBy('list', 2),
  neededBy('day', 2),
  // Of later pages only: with the libraries, a first visit brought all of them.
  { name: 'icons', test: /\/@tabler\//, minShareCount: 2 },
  // The sidebar and the notifications of phones, and what all dialogs share.
  { name: 'overlays', test: anyOf('/react-remove-scroll', mantine('Drawer', 'Modal', 'ModalBase')), minShareCount: 2 },
  // What the scan station has in common with forms, of which it needs nothing else.
  { name: 'codes', test: anyOf('/core/src/(codes|scans)/', '/lib/idempotency'), minShareCount: 2 },
  // Filters, pickers and forms; not the second step and QR codes, which have several users and are rarely opened, and not
  // what the public pages need, nor what would bring it along.
  {
    name: 'forms',
    test: /^(?!.*\/(second-step|core\/src\/(auth|answers)|features\/(auth|answers)|uqr|ui\/(qr-code|outcome|auth-frame|description-list|entrance-picture)|ui\/fields\/quick-choices|domain\/items\/answer-effects|requests\/later-date-field)\b)/,
    minShareCount: 3,
  },
  // One file for two screens that differ in little.
  { name: 'protocol-form', test: /\/features\/protocols\/(new|edit)-protocol\/(new|edit)-protocol-page\b/ },
].map((group, index, all) => ({ ...group, priority: all.length - index }))

/** A group of our own modules that the page imports, directly or not, with their icons and what `libraries` matches. */
function neededBy(page: keyof typeof firstPages, minShareCount: number, libraries?: RegExp, name: string = page) {
  const nameOf = (id: string, context: Context) => {
    const needs = (other: keyof typeof firstPages) => neededOf(other, context).has(iconOf(id) ?? id)
    const isNeeded = needs(page) || (page === 'app' && needs('list') && needs('day'))
    return isNeeded || libraries?.test(id) ? name : null
  }
  return { name: nameOf, debugName: name, minShareCount }
}

function neededOf(page: keyof typeof firstPages, context: Context) {
  const needed = neededModules.get(page) ?? importedBy(firstPages[page], context)
  neededModules.set(page, needed)
  return needed
}

/** Ids of the modules and names of the icons. Libraries are not followed: each of their entry points imports the whole library. */
function importedBy(entries: readonly string[], context: Context) {
  const imported = new Set(entries.map((entry) => resolve(import.meta.dirname, 'src', entry)))
  for (const id of imported) {
    if (id.includes('/node_modules/')) continue
    const { importedIds = [], code } = context.getModuleInfo(id) ?? {}
    for (const next of [...importedIds, ...(code?.match(/\bIcon[A-Z]\w*/g) ?? [])]) imported.add(next)
  }
  return imported
}

const iconOf = (id: string) => /@tabler\/icons-react\/.*\/(Icon\w+)\./.exec(id)?.[1]
