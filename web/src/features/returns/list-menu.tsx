import { ActionIcon } from '@mantine/core'
import { IconAlertTriangle, IconDots, IconDownload, IconScan, IconTableExport } from '@tabler/icons-react'
import { saveFile } from '../../lib/files.ts'
import { ActionMenu, ActionMenuItem } from '../../ui/action-menu.tsx'
import { useDownload } from '../../ui/download-button.tsx'
import { MenuLink } from '../../ui/menu-link.tsx'
import { RowsExport } from '../../ui/table/rows-export.tsx'
import { useIsPhone } from '../../ui/use-media.ts'

const path = '/api/returns/export'

/** What is done with the whole list, now and then. */
export function ListMenu({ filter }: { filter: object }) {
  const isPhone = useIsPhone()
  const workbook = useDownload({
    save: () => saveFile(path, { query: { ...filter, format: 'xlsx' } }),
    failure: 'Erro ao exportar a lista. Tente novamente.',
  })
  return (
    <>
      {workbook.isPending && (
        <span className="soft small" role="status">
          Baixando...
        </span>
      )}
      <RowsExport label="Exportar (CSV)" path={path} query={filter}>
        {(startRows) => (
          <ActionMenu
            target={(opens) => (
              <ActionIcon {...opens} variant="default" size={36} aria-label="Mais opções">
                <IconDots size={18} aria-hidden />
              </ActionIcon>
            )}
          >
            <ActionMenuItem icon={IconDownload} onPress={workbook.start}>
              Exportar (Excel)
            </ActionMenuItem>
            <ActionMenuItem icon={IconTableExport} onPress={startRows}>
              Exportar (CSV)
            </ActionMenuItem>
            {isPhone && (
              <MenuLink to="/conferencia" leftSection={<IconScan size={16} aria-hidden />}>
                Conferência
              </MenuLink>
            )}
            <MenuLink to="/ocorrencias" leftSection={<IconAlertTriangle size={16} aria-hidden />}>
              Ocorrências
            </MenuLink>
          </ActionMenu>
        )}
      </RowsExport>
    </>
  )
}
