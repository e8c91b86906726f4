/** Components of Mantine, by the folders that hold them. */
const mantine = (...components: string[]) => new RegExp(`/@mantine/core/esm/components/(${components.join('|')})/`)

const either = (...tests: RegExp[]) => new RegExp(tests.map(({ source }) => source).join('|'))

/**
 * What pages share, in a few files by the occasion that needs it: a page of a hundred small ones waits for their round
 * trips. What only one page needs stays with that page. Earlier ones win.
 */
export const sharedFiles = [
  // What loads all others: in one of them it would draw that one in before its turn.
  { name: 'loading', test: /vite\/preload-helper|rolldown\/runtime/ },
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
  { name: 'tanstack', test: /node_modules\/@tanstack\// },
  { name: 'schemas', test: /node_modules\/zod\// },
  // Whatever every page needs before it can show anything, by the tasks in which main.tsx has it evaluated.
  {
    name: 'theme',
    test: either(
      /@mantine\/core\/esm\/core\//,
      /@mantine\/hooks\/esm\/use-(media-query|did-update|reduced-motion|isomorphic-effect)\//,
      /\/web\/src\/app\/theme\/[a-z-]+\.tsx?$/,
      mantine('Transition', 'Button', 'Loader', 'Group', 'UnstyledButton'),
    ),
  },
  { name: 'routes', test: /\/web\/src\/(routeTree\.gen\.ts|routes\/[^?]*\.tsx)$/ },
  { name: 'app', test: /\/web\/src\/(app\/(first-page|app|router)|domain\/session\/session)\.tsx?$/ },
  // The sign-in page and the frame of all others; with the small parts that the heavier groups would take along.
  {
    name: 'controls',
    test: either(
      mantine('ActionIcon', 'CloseButton', 'Input', 'InputBase', 'TextInput', 'Stack', 'VisuallyHidden'),
      /\/(use-merged-ref|use-uncontrolled|use-id|create-safe-context|noop|get-auto-contrast-value|get-default-z-index|DirectionProvider|CheckIcon)\.mjs$/,
      /\/web\/src\/ui\/((anchor-link|banner|submit-button)\.tsx|row-action\.module\.css)$/,
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
  { name: 'frame', test: /\/web\/src\/app\/layout\/(app-layout|footer|sidebar|sidebar-links|top-bar|user-menu)\.tsx$/ },
  {
    name: 'choices',
    test: either(
      /\/ui\/(search-select|searchable-select|highlighted-option)\.tsx?$/,
      mantine('Combobox', 'Select', 'ScrollArea'),
    ),
  },
  {
    name: 'custody',
    test: /\/(features\/protocols\/(list\/)?protocol-(columns|path|menu-button)|domain\/(protocols\/(protocol-(link|status-badge)|custody-side|display-looks)|organisation\/use-today|items\/due-words))\.tsx?$/,
  },
  { name: 'icons', test: /\/@tabler\/icons-react\//, minShareCount: 3 },
  { name: 'language', test: /\/core\/src\//, minShareCount: 4 },
  { name: 'pages', test: /\/web\/src\/(ui|lib|app|domain)\//, minShareCount: 4 },
].map((group, index, all) => ({ ...group, priority: all.length - index }))
