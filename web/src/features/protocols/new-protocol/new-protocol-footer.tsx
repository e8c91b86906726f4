import { ActionIcon } from '@mantine/core'
import { IconChevronUp, IconCopyPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import { departmentsQuery } from '../../../domain/catalogs/catalogs.api.ts'
import { useDueDate } from '../../../domain/due-dates/use-due-date.ts'
import { ActionMenu, ActionMenuItem } from '../../../ui/action-menu.tsx'
import { LinkButton } from '../../../ui/links.tsx'
import { FormFooter } from '../form/form-footer.tsx'
import { type ItemForm, itemsToSend } from '../form/item-form.ts'
import type { ProtocolForm } from '../form/protocol-form.ts'

interface NewProtocolFooterProps {
  control: Control<ProtocolForm>
  isBusy: boolean
  progress: number | null
  onSaveAnother: () => void
}

// Renders only when a category changes, not at every key.
const categoriesOf = (items: readonly ItemForm[]) => itemsToSend(items).map(({ categoryId }) => categoryId)

export function NewProtocolFooter({ control, isBusy, progress, onSaveAnother }: NewProtocolFooterProps) {
  const categories = useWatch({ control, name: 'items', compute: categoriesOf })
  const requiresReturn = useWatch({ control, name: 'requiresReturn' })
  const dueDateOf = useDueDate()
  const [one, many] = useWatch({ control, name: ['destinationDepartmentId', 'destinationDepartmentIds'] })
  const { data: departments } = useQuery(departmentsQuery)
  const names = (many ?? [one]).map((id) => departments?.find((department) => String(department.id) === id)?.name)
  return (
    <FormFooter
      itemCount={categories.length}
      dueDates={requiresReturn ? categories.map(dueDateOf).filter((date) => date !== undefined) : []}
      isBusy={isBusy}
      progress={progress}
      cancel={
        <LinkButton to="/protocolos" variant="default">
          Cancelar
        </LinkButton>
      }
      effect={effectWords(names)}
      another={<OtherWays isBusy={isBusy} onSaveAnother={onSaveAnother} />}
    />
  )
}

/** What *Salvar* does, in words that its name does not say (contract 2.7.5). */
const effectWords = (names: readonly (string | null | undefined)[]) =>
  names.length > 1
    ? `Salvar envia um protocolo a cada um dos ${names.length} departamentos.`
    : `Salvar envia o protocolo${names[0] ? ` a ${names[0]}` : ''}.`

/** A menu and not a second button, so that there is one way to save at a glance. */
const OtherWays = ({ isBusy, onSaveAnother }: Pick<NewProtocolFooterProps, 'isBusy' | 'onSaveAnother'>) => (
  <ActionMenu
    width={288}
    target={(opens) => (
      <ActionIcon
        {...opens}
        size={36}
        variant="filled"
        aria-label="Outras formas de enviar"
        data-disabled={isBusy || undefined}
      >
        <IconChevronUp size={18} aria-hidden />
      </ActionIcon>
    )}
  >
    <ActionMenuItem icon={IconCopyPlus} onPress={onSaveAnother} shortcut="Ctrl+Shift+Enter">
      Salvar e criar outro
    </ActionMenuItem>
  </ActionMenu>
)

/** Place of the untouched item that Enter has added; -1 without one. A context, so that the cards need not render. */
export const SpareItem = createContext(-1)

/** Says that the last item is not sent while it is empty. */
export function SpareNote({ index }: { index: number }) {
  return use(SpareItem) === index ? <span className="soft normal">vazio, não será enviado</span> : null
}
