import type { NotificationFlag } from '@malote/core/notifications/notification-type.ts'
import { Switch } from '@mantine/core'
import { Controller } from 'react-hook-form'
import { Card } from '../../ui/card.tsx'
import type { ProfileForm } from './profile-form.ts'
import classes from './profile-page.module.css'

type SwitchGroup = readonly [title: string, flags: readonly (readonly [NotificationFlag, string])[]]

const groups: readonly SwitchGroup[] = [
  [
    'Notificações de protocolos',
    [
      ['notifyNewProtocol', 'Novo protocolo'],
      ['notifyProtocolReceived', 'Protocolo recebido'],
      ['notifyProtocolEdited', 'Protocolo editado'],
      ['notifyProtocolCanceled', 'Protocolo cancelado'],
      ['notifyProtocolCompleted', 'Protocolo concluído'],
      ['notifyProtocolComment', 'Comentário em protocolo'],
    ],
  ],
  [
    'Notificações de itens',
    [
      ['notifyItemReturn', 'Retorno de item'],
      ['notifyItemCompleted', 'Item concluído'],
      ['notifyItemCanceled', 'Item cancelado'],
      ['notifyItemAssigned', 'Item atribuído'],
    ],
  ],
]

/** The user's notification settings, in the two groups of contract 2.13.2. */
export function NotificationSwitches() {
  return (
    <Card title="Notificações">
      <p className={classes.hint}>Escolha sobre o que você quer ser avisado.</p>
      {groups.map(([title, flags]) => (
        <fieldset key={title} className={classes.group}>
          <legend className={classes.legend}>{title}</legend>
          {flags.map(([name, label]) => (
            <Controller<ProfileForm, NotificationFlag>
              key={name}
              name={name}
              render={({ field: { value, onChange, ...field } }) => (
                <Switch
                  {...field}
                  label={label}
                  labelPosition="left"
                  className={classes.switch}
                  checked={value === true}
                  onChange={(event) => onChange(event.currentTarget.checked)}
                />
              )}
            />
          ))}
        </fieldset>
      ))}
    </Card>
  )
}
