import { type Control, useWatch } from 'react-hook-form'
import { LinkButton } from '../../../ui/link-button.tsx'
import { FormFooter } from '../form/form-footer.tsx'
import type { ItemForm, ProtocolForm } from '../form/protocol-form.ts'
import { useDueDate } from '../form/use-due-date.ts'

interface NewProtocolFooterProps {
  control: Control<ProtocolForm>
  isBusy: boolean
  progress: number | null
}

// Renders only when a category changes, not at every key.
const categoriesOf = (items: readonly ItemForm[]) => items.map(({ categoryId }) => categoryId)

export function NewProtocolFooter({ control, isBusy, progress }: NewProtocolFooterProps) {
  const categories = useWatch({ control, name: 'items', compute: categoriesOf })
  const requiresReturn = useWatch({ control, name: 'requiresReturn' })
  const dueDateOf = useDueDate()
  return (
    <FormFooter
      itemCount={categories.length}
      dueDates={requiresReturn ? categories.flatMap((category) => dueDateOf(category) ?? []) : []}
      isBusy={isBusy}
      progress={progress}
      cancel={
        <LinkButton to="/protocolos" variant="default">
          Cancelar
        </LinkButton>
      }
    />
  )
}
