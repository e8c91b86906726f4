import { zodResolver } from '@hookform/resolvers/zod'
import { formatCnpj } from '@malote/core/suppliers/cnpj.ts'
import { type Supplier, type SupplierInput, supplierInput } from '@malote/core/suppliers/supplier.ts'
import { supplierEditWire } from '@malote/core/suppliers/supplier.wire.ts'
import { Checkbox, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Controller } from 'react-hook-form'
import type { z } from 'zod'
import { EntryDialogs, type EntryFormProps } from '../../domain/catalogs/entry-dialogs.tsx'
import type { RegisterDialogsProps } from '../../domain/catalogs/register-page.tsx'
import { deleteSupplier, saveSupplier } from '../../domain/catalogs/suppliers.api.ts'
import { useRegisterForm } from '../../domain/catalogs/use-register-form.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { CnpjInput } from './cnpj-input.tsx'
import classes from './suppliers.module.css'

function SupplierDialog({ row, ...dialogProps }: EntryFormProps<Supplier>) {
  const { field, control, clearErrors, dialog } = useRegisterForm<Supplier, SupplierForm, SupplierInput>({
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
export default function SupplierDialogs(props: RegisterDialogsProps<Supplier>) {
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
