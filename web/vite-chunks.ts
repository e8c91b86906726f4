const mantine = (...components: string[]) => `@mantine/core/esm/components/(${components.join('|')})/`
const anyOf = (...parts: string[]) => new RegExp(parts.join('|'))

/**
 * Few files by the occasion that needs them: a page of a hundred small ones waits for their round trips. What only one or two
 * pages need stays with them. Earlier groups win.
 */
export const chunks = [
  { name: 'react', test: /\/node_modules\/(react|react-dom|scheduler)\// },
  // What main.tsx imports statically.
  { name: 'entrance', tags: ['$initial' as const] },
  {
    name: 'libraries',
    test: anyOf(
      '/node_modules/(zod|@tanstack|@floating-ui|@tabler|react-remove-scroll|use-sync-external-store|eventsource-parser)',
      mantine('Popover', 'Menu', 'Tooltip', 'ModalBase', 'Modal', 'Drawer', 'Portal', 'SegmentedControl', 'SimpleGrid'),
    ),
    minShareCount: 2,
  },
  {
    name: 'app',
    test: anyOf(
      '/web/src/(app|lib|routeTree\\.gen|routes/_app\\.tsx|features/live)',
      '/core/src/',
      '/web/src/ui/(?!form-dialog|file-picker|date-|day-|search-select|searchable-select|combobox-field|chart)',
      '/web/src/domain/(?!registers|.*-(field|filter|dialog)\\.tsx)',
    ),
    minShareCount: 2,
  },
  // Filters, pickers and forms.
  { name: 'forms', minShareCount: 3 },
].map((group, index, all) => ({ ...group, priority: all.length - index }))
