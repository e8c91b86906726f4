import { zodResolver } from '@hookform/resolvers/zod'
import { cnpjIn, cnpjWarning, formatCnpj, hasWrongCheckDigits } from '@malote/core/suppliers/cnpj.ts'
import { type Supplier, type SupplierInput, supplierEditWire, supplierInput } from '@malote/core/suppliers/supplier.ts'
import { Checkbox, TextInput, type TextInputProps } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, type SyntheticEvent, useLayoutEffect, useRef } from 'react'
import { Controller } from 'react-hook-form'
import type { z } from 'zod'
import type { CatalogDialogsProps } from '../../domain/catalogs/catalog-page.tsx'
import { EntryDialogs, type EntryFormProps } from '../../domain/catalogs/entry-dialogs.tsx'
import { deleteSupplier, saveSupplier } from '../../domain/catalogs/suppliers.api.ts'
import { useEntryForm } from '../../domain/catalogs/use-entry-form.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import classes from './suppliers.module.css'

function SupplierDialog({ row, ...dialogProps }: EntryFormProps<Supplier>) {
  const { field, control, clearErrors, dialog } = useEntryForm<Supplier, SupplierForm, SupplierInput>({
    row,
    formOf: supplierFormOf,
    resolver: supplierResolver,
    save: saveSupplier(useQueryClient()),
    wire: supplierEditWire,
    ...dialogProps,
  })
  return (
    <FormDialog {...dialog}>
      <div className={classes.fields}>
        <Controller
          control={control}
          name="cnpj"
          render={({ field: { onChange, ...rest }, fieldState }) => (
            <CnpjInput
              {...rest}
              className={classes.wide}
              label="CNPJ"
              required
              autoComplete="off"
              data-autofocus
              error={fieldState.error?.message}
              onChange={(cnpj) => {
                clearErrors('cnpj')
                onChange(cnpj)
              }}
            />
          )}
        />
        <TextInput label="Código" className={classes.half} maxLength={30} autoComplete="off" {...field('code')} />
        <TextInput label="Loja" className={classes.half} maxLength={30} autoComplete="off" {...field('store')} />
        <TextInput
          label="Razão social"
          className={classes.wide}
          required
          maxLength={200}
          autoComplete="off"
          {...field('companyName')}
        />
        <TextInput
          label="Estado"
          className={classes.state}
          required
          maxLength={2}
          autoComplete="off"
          autoCapitalize="characters"
          {...field('state')}
        />
        <TextInput
          label="Cidade"
          className={classes.city}
          required
          maxLength={120}
          autoComplete="off"
          {...field('city')}
        />
      </div>
      <Controller
        control={control}
        name="isActive"
        render={({ field: { value, onChange, ...rest } }) => (
          <Checkbox
            {...rest}
            label="Ativo"
            radius="xs"
            checked={value === true}
            onChange={(event) => onChange(event.currentTarget.checked)}
          />
        )}
      />
    </FormDialog>
  )
}

/** Loaded when the first dialog opens. */
export default function SupplierDialogs(props: CatalogDialogsProps<Supplier>) {
  return <EntryDialogs {...props} Form={SupplierDialog} remove={deleteSupplier} />
}

type SupplierForm = z.input<typeof supplierInput>

const supplierResolver = zodResolver(supplierInput)

/** A new supplier is active. */
const supplierFormOf = (supplier: Supplier | null): SupplierForm => ({
  cnpj: formatCnpj(supplier?.cnpj ?? ''),
  code: supplier?.code ?? '',
  store: supplier?.store ?? '',
  companyName: supplier?.companyName ?? '',
  state: supplier?.state ?? '',
  city: supplier?.city ?? '',
  isActive: supplier?.isActive ?? true,
})

interface CnpjInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'ref'> {
  /** The CNPJ with its mask. */
  value: string
  onChange: (masked: string) => void
  ref?: (input: HTMLInputElement | null) => void
}

/**
 * Applies the mask during typing, also in the middle, and takes the CNPJ out of a pasted text; wrong check digits show a
 * warning but do not block (contract 11.23).
 */
function CnpjInput({ value, onChange, ref, error, ...rest }: CnpjInputProps) {
  const input = useRef<HTMLInputElement>(null)
  const caret = useRef<number | null>(null)

  useLayoutEffect(() => {
    const position = caret.current
    caret.current = null
    if (position !== null) input.current?.setSelectionRange(position, position)
  })
  const type = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const masked = formatCnpj(cnpjIn(currentTarget.value) ?? currentTarget.value)
    const before = currentTarget.value.slice(0, currentTarget.selectionStart ?? undefined)
    caret.current = positionAfter(formatCnpj(before), masked)
    onChange(masked)
  }
  // Inserting the text is not left to the browser, which would cut it to the field's length first.
  const insert = (event: SyntheticEvent, transfer: DataTransfer) => {
    const cnpj = cnpjIn(transfer.getData('text/plain'))
    if (!cnpj) return
    event.preventDefault()
    onChange(formatCnpj(cnpj))
  }
  return (
    <TextInput
      {...rest}
      ref={(element) => {
        input.current = element
        ref?.(element)
      }}
      placeholder="00.000.000/0000-00"
      maxLength={18}
      value={value}
      error={error}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      description={!error && hasWrongCheckDigits(value) && <Warning />}
      onChange={type}
      onPaste={(event) => insert(event, event.clipboardData)}
      onDrop={(event) => insert(event, event.dataTransfer)}
    />
  )
}

function Warning() {
  return (
    <span className="inline gap-4 small pending-ink" role="status">
      <IconAlertTriangle size={14} aria-hidden />
      {cnpjWarning}
    </span>
  )
}

/**
 * The cursor position in a masked text: after as many letters and digits as were before the cursor.
 *
 * @param before  the previous masked text up to the cursor
 */
export function positionAfter(before: string, masked: string): number {
  let left = before.replace(/[^A-Z0-9]/g, '').length
  let position = 0
  while (left > 0 && position < masked.length) {
    if (/[A-Z0-9]/.test(masked[position] ?? '')) left -= 1
    position += 1
  }
  return position
}
