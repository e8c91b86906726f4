/** The fields and forms of the pages behind the first one. */
const forms =
  /\/node_modules\/(react-hook-form|@hookform|react-dropzone|file-selector|attr-accept)\/|@mantine\/core\/esm\/components\/(Combobox|Select|ScrollArea|Textarea|NumberInput|FileButton)\/|\/web\/src\/ui\/(form-dialog|file-picker|date-field|searchable-select|search-select)\.tsx/

/**
 * Few files by the occasion that needs them: a page of a hundred small ones waits for their round trips. What only one page
 * needs stays with that page. Earlier groups win.
 */
export const chunks = [
  { name: 'react', test: /\/node_modules\/(react|react-dom|scheduler)\/|rolldown\/runtime|vite\/preload-helper/ },
  // What main.tsx imports statically.
  { name: 'entrance', tags: ['$initial' as const] },
  {
    name: 'app',
    test: /\/node_modules\/(zod|@tanstack|@floating-ui|@tabler|react-remove-scroll)|@mantine\/core\/esm\/components\/(Popover|Menu|Tooltip|Modal|Drawer|Portal)/,
    minShareCount: 2,
  },
  { name: 'forms', test: forms, minShareCount: 2 },
  { name: 'app', minShareCount: 3 },
].map((group, index, all) => ({ ...group, priority: all.length - index }))
