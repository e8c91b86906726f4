import type { Importable } from '@malote/core/import/import-columns.ts'
import { IconTableImport } from '@tabler/icons-react'
import { LinkButton } from '../../ui/link-button.tsx'

/** The link from a settings screen to its import. */
export function ImportLink({ importable }: { importable: Importable }) {
  return (
    <LinkButton
      to={importable === 'suppliers' ? '/settings/suppliers/import' : '/settings/users/import'}
      variant="default"
      leftSection={<IconTableImport size={16} aria-hidden />}
    >
      Importar
    </LinkButton>
  )
}
