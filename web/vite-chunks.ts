/** Components of Mantine, by the folders that hold them. */
const mantine = (...components: string[]) => new RegExp(`/@mantine/core/esm/components/(${components.join('|')})/`)

const either = (...tests: RegExp[]) => new RegExp(tests.map(({ source }) => source).join('|'))

/**
 * What pages share, in a few files by the occasion that needs it: a page of a hundred small ones waits for their round
 * trips. What only one page needs stays with that page. Earlier ones win.
 */
export const sharedFiles = [
  { name: 'framework', test: /node_modules\/(react|react-dom|scheduler|@tanstack)\// },
  // Whatever every page needs before it can show anything.
  { name: 'base', tags: ['$initial' as const] },
  { name: 'schemas', test: /node_modules\/zod\// },
  // The sign-in page and the frame of all others; with the small parts that the heavier groups would take along.
  {
    name: 'controls',
    test: either(
      mantine('ActionIcon', 'CloseButton', 'Input', 'InputBase', 'TextInput', 'Stack', 'VisuallyHidden'),
      /\/(use-merged-ref|use-uncontrolled|use-id|create-safe-context|noop|get-auto-contrast-value|get-default-z-index|DirectionProvider|CheckIcon)\.mjs$/,
      /\/web\/src\/ui\/(anchor-link|banner|submit-button)\.tsx$/,
    ),
  },
  {
    name: 'floating',
    test: either(
      /\/@floating-ui\/|\/ui\/(row-menu|row-action|menu-link)\.tsx$/,
      mantine('Popover', 'Tooltip', 'Menu', 'Portal'),
    ),
  },
  {
    name: 'dialogs',
    test: either(
      /\/react-remove-scroll\/|\/ui\/([a-z]+-dialog|dialog-frame|side-panel)\.tsx$/,
      mantine('ModalBase', 'Modal', 'Drawer'),
    ),
  },
  { name: 'choices', test: either(/\/ui\/search-select\.tsx$/, mantine('Combobox', 'Select', 'ScrollArea')) },
  { name: 'icons', test: /\/@tabler\/icons-react\//, minShareCount: 3 },
  { name: 'language', test: /\/core\/src\//, minShareCount: 4 },
  { name: 'pages', test: /\/web\/src\/(ui|lib|app)\//, minShareCount: 4 },
].map((group, index, all) => ({ ...group, priority: all.length - index }))
