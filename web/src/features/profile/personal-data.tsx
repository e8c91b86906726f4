import { Stack, TextInput } from '@mantine/core'
import { PhoneField } from '../../domain/users/phone-field.tsx'
import { Card } from '../../ui/card.tsx'

const fixed = { description: 'Esta informação não pode ser alterada', readOnly: true }

export function PersonalData({ name, email }: { name: string; email: string }) {
  return (
    <Card title="Dados pessoais">
      <Stack gap="md">
        <TextInput label="Nome" value={name ?? ''} autoComplete="name" {...fixed} />
        <TextInput label="E-mail" type="email" value={email ?? ''} autoComplete="email" {...fixed} />
        <PhoneField autoComplete="tel" />
      </Stack>
    </Card>
  )
}
