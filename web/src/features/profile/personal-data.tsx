import { Stack, TextInput } from '@mantine/core'
import { Controller } from 'react-hook-form'
import { Card } from '../../ui/card.tsx'
import { PhoneInput } from '../users/phone-input.tsx'
import type { ProfileForm } from './profile-form.ts'

const fixed = { description: 'Esta informação não pode ser alterada', readOnly: true }

export function PersonalData({ name, email }: { name: string; email: string }) {
  return (
    <Card title="Dados pessoais">
      <Stack gap="md">
        <TextInput label="Nome" value={name ?? ''} autoComplete="name" {...fixed} />
        <TextInput label="E-mail" type="email" value={email ?? ''} autoComplete="email" {...fixed} />
        <Controller<ProfileForm, 'phone'>
          name="phone"
          render={({ field, fieldState }) => (
            <PhoneInput
              {...field}
              value={field.value ?? ''}
              label="Telefone"
              autoComplete="tel"
              placeholder="(00) 00000-0000"
              error={fieldState.error?.message}
            />
          )}
        />
      </Stack>
    </Card>
  )
}
