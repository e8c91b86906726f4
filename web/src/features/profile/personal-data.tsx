import { Stack, TextInput } from '@mantine/core'
import { Card } from '../../ui/card.tsx'
import { PhoneField } from '../users/phone-field.tsx'

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
