const mantine = (...components: string[]) => `@mantine/core/esm/components/(${components.join('|')})/`
/** Icons of settings, suggestions, the second step and requests for more time only: they would be part of every first visit. */
const seldomIcons =
  '@tabler/icons-react/.*/Icon(BuildingCommunity|Calendar(Event|Plus|Time)|Category|CircleX|DeviceMobile|Heartbeat|Key|ListSearch|MessageReply|Packages|Rocket|TableImport|TruckDelivery|Users)\\.'
const anyOf = (...parts: string[]) => new RegExp(parts.join('|'))

/**
 * Groups modules into few chunks by when they are needed, because a page with a hundred small chunks would wait for
 * their round trips. Modules that only one or two pages use stay in those pages' chunks. Earlier groups have priority.
 */
export const chunks = [
  { name: 'react', test: /\/node_modules\/(react|react-dom|scheduler)\// },
  // Static imports of main.tsx.
  { name: 'entrance', tags: ['$initial' as const] },
  { name: 'seldom', test: new RegExp(seldomIcons), minShareCount: 2 },
  {
    name: 'libraries',
    test: anyOf(
      '/node_modules/(zod|@tanstack|@floating-ui|@tabler|react-remove-scroll|use-sync-external-store|eventsource-parser)',
      mantine('Popover', 'Menu', 'Tooltip', 'ModalBase', 'Modal', 'Drawer', 'Portal', 'SegmentedControl'),
    ),
    minShareCount: 2,
  },
  {
    name: 'app',
    test: anyOf(
      '/web/src/(app|lib/(?!files|typed-date|form-errors|sending)|routeTree\\.gen|routes/_app\\.tsx|features/live|features/protocols/print/print-protocol|features/items/public/bulk/refusals)',
      '/core/src/(?!returns/returns-calendar|deadlines/(?!open)|answers/|audit/|occurrences/|auth/|shared/errors|help/|suppliers/|tracking/|import/|shared/chart|calendar/|profile/|reports/|dashboard/|comments/|system/|black-outs/|shared/measures)',
      '/web/src/ui/(?!form-dialog|dot-label|row-action|path-skeleton|description-list|download-button|rows-export|timeline|path-large|path-track|path-chain|path-placing|neighbours|unsaved-changes-guard|draft-banner|side-panel|error-summary|qr-code|print-sheet|privacy-link|file-|date-|day-|choice-list|search-select|searchable-select|combobox-field|quick-choices|chart)',
      '/web/src/domain/(?!second-step|registers|items/|protocols/(custody-(chain|tree)|activity-look)|session/use-draft|users/phone|.*-(field|filter|dialog)\\.tsx)',
    ),
    minShareCount: 2,
  },
  // Filters, pickers and forms; not the second step and QR codes, which have several users and are rarely opened, and not
  // what the public page for answers needs.
  {
    name: 'forms',
    test: /^(?!.*\/(second-step|core\/src\/(auth|answers)|uqr|ui\/qr-code|ui\/quick-choices|domain\/items\/answer-effects)\b)/,
    minShareCount: 3,
  },
].map((group, index, all) => ({ ...group, priority: all.length - index }))
